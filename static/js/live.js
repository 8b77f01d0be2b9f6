// What others at the table write appears here within a moment. Without this file the page shows it when it is loaded.
"use strict";
(() => {
  const HEARTBEAT = 20000, POLL = 10000, PAUSE = 2000, FORGET = 8000;
  const { typed, answerOf } = window.scorer;
  const place = () => document.getElementById("live");
  if (!place()) return;
  const words = document.getElementById("live-words")?.dataset;
  let stream, heard = false, opened = false, wait = 0, again, polling, seen = Date.now(), pulling = false, due = false, over = false, forget;

  const writing = new Map();  // requests of htmx that save a hand, each with the version that was shown before
  const form = () => document.querySelector("#entry form.entry");  // none once a table has played the deals that it was given
  const blank = () => !form() || !typed(form());
  const free = () => ![...document.forms].some(typed);  // no half-typed values stand in the way
  function say(text) {
    const news = document.getElementById("news");  // which is where the form is
    if (news) news.textContent = text;
  }

  // Swaps what has come in: an element for the one with its id, a new row on top of the others.
  function show(html) {
    const parsed = document.createElement("template");
    parsed.innerHTML = html;
    if (Number(parsed.content.getElementById("live")?.dataset.version) <= Number(place().dataset.version)) return;
    const rows = [...parsed.content.querySelectorAll("#changed tr[id]")];
    const parts = [...parsed.content.children].filter((part) => part.id !== "changed");
    for (const fresh of [...parts, ...parsed.content.querySelectorAll("#changed thead"), ...rows]) {
      const old = document.getElementById(fresh.id);
      if (old && rows.includes(fresh) && [...old.querySelectorAll("form")].some(typed)) continue;  // a note is being written there
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

  // A page that answered a posted form would post it again.
  const load = (page) => (location.pathname === page ? location.reload() : location.assign(page));

  async function pull() {
    if (place().dataset.part) return refresh(place().dataset.part);
    if (over) return;
    if (writing.size || pulling) { due = true; return; }
    due = false;
    pulling = true;
    const { changes, version } = place().dataset, address = new URL(changes, location), typing = !free();
    address.searchParams.set("since", version);
    if (typing) address.searchParams.set("typed", "");
    if (document.getElementById("entry") && blank()) {
      address.searchParams.set("form", "");
      const way = form()?.elements.way?.value;
      if (way) address.searchParams.set("way", way);
    }
    const { status, html } = await answerOf(address);  // without an answer the next heartbeat that fails to come, or the next poll, tries again
    if ([205, 401, 404, 410].includes(status)) {  // the login or the table may be gone: a backup has been restored
      over = status === 410;  // what is still typed goes to the director
      if (free()) load(place().dataset.page);
      else if (typing || over) say((over && words.closed) || (status === 401 && words.ended) || words.lost);
      else due = true;
    } else if (status === 200 && !writing.size) {
      show(html);
    } else if (writing.size) due = true;
    pulling = false;
    if (due) pull();
    else renew();
  }

  // Where seats, rules or state of the table are others than when the form was made, it is drawn anew around what stands in it.
  let renewing = false;
  async function renew() {
    const stale = form();
    if (!stale?.dataset.step || renewing || writing.size || Number(stale.elements.layout.value) >= Number(place().dataset.layout)) return;
    renewing = true;
    const values = () => String(new URLSearchParams(new FormData(stale))), sent = values();
    const { status, html } = await answerOf(stale.dataset.step, { method: "POST", body: new URLSearchParams(`${sent}&look=1`) });
    renewing = false;
    if (status === 410) {  // it goes to the director
      over = true;
      say(words.closed);
    }
    if (status !== 200 || form() !== stale || writing.size) return;  // without an answer the next news tries again
    if (values() === sent) htmx.swap("#entry", html, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 });
    else renew();  // somebody has gone on typing
  }

  // A save brings its own row: news about it waits until that is there.
  const writes = (event) => event.detail.requestConfig.elt.matches("#entry form[data-submit-once]");
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (writes(event)) writing.set(event.detail.requestConfig, Number(place().dataset.version));
  });
  document.addEventListener("htmx:afterRequest", ({ detail }) => setTimeout(() => {
    const before = writing.get(detail.requestConfig);
    if (!writing.delete(detail.requestConfig)) return;
    // It brings no other rows: of those that somebody has changed since, or of its own if that was saved before, it only told.
    const missed = detail.successful && Number(place().dataset.version) !== before + 1;
    if (missed) place().dataset.version = before;
    if (missed || due) pull();
  }));
  document.addEventListener("outbox:sent", pull);

  function typing(mark, who) {
    const says = document.getElementById("typing");
    if (!says || mark === form()?.dataset.mark) return;
    says.textContent = who ? says.dataset.says.replace("{}", who) : says.dataset.somebody;
    clearTimeout(forget);
    forget = setTimeout(() => { says.textContent = ""; }, FORGET);
  }

  // A stream that is refused, or that a proxy keeps to itself, says nothing: until one does the page asks by itself.
  function ask() {
    polling = heard ? undefined : setTimeout(ask, POLL);
    if (!heard) pull();
  }
  function unheard() {
    heard = false;
    polling ??= setTimeout(ask, PAUSE);
  }

  function open() {
    clearTimeout(again);
    stream?.close();
    seen = Date.now();
    unheard();
    stream = new EventSource(place().dataset.live);
    const alive = () => { seen = Date.now(); heard = true; };
    stream.addEventListener("hb", alive);
    stream.addEventListener("changed", (event) => {
      alive();
      const version = event.data.slice(event.data.indexOf(" ") + 1);
      if (place().dataset.part || version === "?" || Number(version) > Number(place().dataset.version)) pull();
    });
    // The table's link holds no more, or the login; what was typed stays to be read. In a moment: where somebody has logged in
    // anew in the next tab, it is from the answer there that the browser learns its session, and one that asked before would end it.
    stream.addEventListener("ended", () => {
      close();
      setTimeout(() => {
        if (free()) load(place().dataset.page ?? location.pathname);
        else pull();  // which says why
      }, PAUSE);
    });
    stream.addEventListener("typing", (event) => {
      alive();
      const [, mark, who] = event.data.match(/^\S+ (\S+) ?(.*)$/) || [];
      if (mark) typing(mark, who);
    });
    stream.onopen = () => {
      seen = Date.now();
      wait = 0;
      if (opened) pull();  // something may have been missed while the stream was away
      opened = true;
    };
    stream.onerror = () => {
      unheard();
      if (stream.readyState !== EventSource.CLOSED) return;  // the browser tries again by itself
      wait = Math.min((wait || 500) * 2, POLL);
      again = setTimeout(open, wait * (0.7 + Math.random() * 0.6));
    };
  }
  const close = () => { stream?.close(); clearTimeout(again); clearTimeout(polling); polling = undefined; seen = Infinity; };

  // A link that died without a word: no heartbeat comes any more.
  setInterval(() => { if (Date.now() - seen > 2.5 * HEARTBEAT) { open(); pull(); } }, HEARTBEAT / 4);
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  // What a form has changed that leads to another page is said there. To load this one meanwhile would take that away.
  document.addEventListener("submit", (event) => setTimeout(() => {
    if (event.defaultPrevented) return;
    close();
    again = setTimeout(open, POLL);  // if this page stays
  }));
  addEventListener("online", open);
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => event.persisted && open());
  open();
})();
