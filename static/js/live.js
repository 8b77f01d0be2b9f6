// What others at the table write appears here within a moment. Without this file the page shows it when it is loaded.
"use strict";
(() => {
  const HEARTBEAT = 15000, POLL = 10000, PAUSE = 2000, TIMEOUT = 8000, FORGET = 8000;
  const place = () => document.getElementById("live");
  if (!place()) return;
  let stream, opened = false, wait = 0, again, seen = Date.now(), writing = 0, pulling = false, due = false, forget;

  const form = () => document.querySelector("#entry form");
  const values = () => form() && new URLSearchParams(new FormData(form())).toString();
  let untouched = values();

  // Swaps what has come in: an element for the one with its id, a new row on top of the others.
  function show(html) {
    const parsed = document.createElement("template");
    parsed.innerHTML = html;
    if (Number(parsed.content.getElementById("live")?.dataset.version) <= Number(place().dataset.version)) return;
    const rows = [...parsed.content.querySelectorAll("#changed tr[id]")];
    for (const fresh of [...[...parsed.content.children].filter((part) => part.id !== "changed"), ...rows]) {
      const old = document.getElementById(fresh.id);
      if (old) old.replaceWith(fresh);
      else if (rows.includes(fresh)) document.getElementById("rows").prepend(fresh);
      else continue;
      if (rows.includes(fresh)) fresh.classList.add("fresh");
      htmx.process(fresh);
    }
    document.dispatchEvent(new Event("live:shown"));
  }

  // A page of many tables has one part that is fetched whole, and not more often than anybody could read.
  let later;
  function refresh(part) {
    later ??= setTimeout(() => {
      later = undefined;
      htmx.ajax("GET", location.href, { target: part, swap: "outerHTML" });
    }, PAUSE);
  }

  async function pull() {
    if (place().dataset.part) return refresh(place().dataset.part);
    if (writing || pulling) { due = true; return; }
    due = false;
    pulling = true;
    const { changes, version } = place().dataset, address = new URL(changes, location);
    address.searchParams.set("since", version);
    if (form() && values() === untouched) {
      address.searchParams.set("form", "");
      const way = form().elements.way?.value;
      if (way) address.searchParams.set("way", way);
    }
    try {
      const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT), headers: { "HX-Request": "true" } });
      if ([205, 401, 404].includes(answer.status)) {  // the login or the table may be gone: a backup has been restored
        if (values() === untouched) location.reload();
      } else if (answer.status === 200 && !writing) {
        show(await answer.text());
        if (address.searchParams.has("form")) untouched = values();
      } else if (writing) due = true;
    } catch { /* the next heartbeat that fails to come, or the next poll, tries again */ }
    pulling = false;
    if (due) pull();
  }

  // A save brings its own row: news about it waits until that is there.
  const writes = (event) => event.detail.requestConfig.verb !== "get" && event.target.closest?.("#entry form[data-submit-once]");
  document.addEventListener("htmx:beforeRequest", (event) => { if (writes(event)) writing += 1; });
  document.addEventListener("htmx:afterRequest", (event) => { if (writes(event)) setTimeout(() => { writing -= 1; if (due) pull(); }); });
  document.addEventListener("htmx:afterSettle", (event) => { if (event.target.id === "entry" || event.detail?.elt?.id === "entry") untouched = values(); });

  function typing(mark, who) {
    const says = document.getElementById("typing");
    if (!says || mark === form()?.dataset.mark) return;
    says.textContent = says.dataset.says.replace("{}", who);
    clearTimeout(forget);
    forget = setTimeout(() => { says.textContent = ""; }, FORGET);
  }

  function open() {
    clearTimeout(again);
    stream?.close();
    seen = Date.now();
    stream = new EventSource(place().dataset.live);
    const alive = () => { seen = Date.now(); };
    stream.addEventListener("hb", alive);
    stream.addEventListener("changed", (event) => {
      alive();
      const version = event.data.slice(event.data.indexOf(" ") + 1);
      if (place().dataset.part || version === "?" || Number(version) > Number(place().dataset.version)) pull();
    });
    stream.addEventListener("ended", () => {  // the table's link holds no more; what was typed stays to be read
      close();
      if (values() === untouched) location.reload();
    });
    stream.addEventListener("typing", (event) => {
      alive();
      const [, mark, who] = event.data.match(/^\S+ (\S+) (.*)$/) || [];
      if (mark) typing(mark, who);
    });
    stream.onopen = () => {
      alive();
      wait = 0;
      if (opened) pull();  // something may have been missed while the stream was away
      opened = true;
    };
    stream.onerror = () => {
      if (stream.readyState !== EventSource.CLOSED) return;  // the browser tries again by itself
      wait = Math.min((wait || 500) * 2, POLL);
      again = setTimeout(() => { pull(); open(); }, wait * (0.7 + Math.random() * 0.6));
    };
  }
  const close = () => { stream?.close(); clearTimeout(again); seen = Infinity; };

  // A link that died without a word: no heartbeat comes any more.
  setInterval(() => { if (Date.now() - seen > 2.5 * HEARTBEAT) { open(); pull(); } }, HEARTBEAT / 4);
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  addEventListener("online", open);
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => event.persisted && open());
  open();
})();
