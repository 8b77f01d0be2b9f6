// Shows within a moment what others at the table write. Without this file, the page shows it when it is loaded.
"use strict";
(() => {
  const SILENCE = 17000, POLL = 10000, PAUSE = 2000, FORGET = 8000, SHORTEST = 1000;
  const { isTemporary, typed, fetchPart, replace, keepMessage } = window.scorer;
  const live = () => document.getElementById("live");
  if (!live()) return;
  const words = document.getElementById("live-words")?.dataset;
  let stream, heard = false, opened = false, reopened = false, wait = 0, again, polling, seen = Date.now(), pulling = false, delay = 0, retry, due, over = false, forget;

  const writing = new Map();  // htmx requests that save a hand, each with the version that was shown before it
  const form = () => document.querySelector("#entry form.entry");  // none once a table has played all its deals
  const blank = () => !form() || !typed(form());
  const free = () => ![...document.forms].some(typed);  // nothing half typed would be lost
  function say(text) {
    const news = document.getElementById("news");  // only on pages with the form
    if (news) news.textContent = text;
  }

  // Show the response: each element replaces the one with its id, and a new row goes on top.
  function show(html) {
    const parsed = document.createElement("template");
    parsed.innerHTML = html;
    if (Number(parsed.content.getElementById("live")?.dataset.version) <= Number(live().dataset.version)) return;
    const rows = [...parsed.content.querySelectorAll("#changed tr[id]")];
    const parts = [...parsed.content.children].filter((part) => part.id !== "changed");
    for (const fresh of [...parts, ...parsed.content.querySelectorAll("#changed thead"), ...rows]) {
      const old = document.getElementById(fresh.id);
      if (old && rows.includes(fresh) && [...old.querySelectorAll("form")].some(typed)) continue;  // somebody is writing a note there
      if (old) replace(old, fresh);
      else if (rows.includes(fresh)) document.getElementById("rows").prepend(fresh);
      else continue;
      if (rows.includes(fresh)) fresh.classList.add("fresh");
      htmx.process(fresh);
    }
    document.dispatchEvent(new Event("live:shown"));
  }

  // How long to wait after a failure: the server may be busy.
  const longer = () => (delay = Math.min(Math.max(2 * delay, SHORTEST), POLL)) * (0.7 + Math.random() * 0.6);

  // A page of many tables fetches one part as a whole, but not more often than anybody could read it.
  let later;
  function refresh(part, pause = live().dataset.pause ?? PAUSE) {
    later ??= setTimeout(async () => {
      later = undefined;
      if ([...document.querySelectorAll(`${part} form`)].some(typed)) return refresh(part);
      const old = document.querySelector(part);
      const open = [...document.querySelectorAll(`${part} details[id][open]`)].map((details) => details.id);
      await htmx.ajax("GET", live().dataset.changes ?? location.href, { target: part, select: part, selectOOB: live().dataset.beside, swap: "outerHTML" }).catch(() => {});
      if (old?.isConnected) return refresh(part, longer());  // not replaced
      delay = 0;
      for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    }, pause);
  }

  // Do not reload the response to a posted form, since that would post it again.
  function load(page) {
    addEventListener("pagehide", keepMessage);  // until then, something may still be said
    if (location.pathname === page) location.reload();
    else location.assign(page);
  }

  // Where a table has ended: the page that sent the phone here, unless hands are still kept on the phone.
  const kept = () => document.querySelector(".outbox li");
  const next = () => (kept() ? undefined : live().dataset.back) ?? live().dataset.page ?? location.pathname;

  // The table takes no more hands. What is half typed can be handed to the director; then the phone goes on like the others.
  function end() {
    over = true;
    document.getElementById("around")?.remove();  // its clock has stopped, and nobody hears its call
    say(words.closed);
  }
  function leaveEnded() {
    if (live().dataset.back && !kept() && free()) load(live().dataset.back);
  }

  // A version that this page does not show, or "?" if nobody knows.
  const isNew = (version) => version === "?" || !(Number(version) <= Number(live().dataset.version));  // a page of many tables has no version

  async function pull(wanted = "?") {
    if (live().dataset.part) return refresh(live().dataset.part);
    if (over) return leaveEnded();
    if (writing.size || pulling) { due = due === "?" ? due : wanted; return; }
    due = undefined;
    pulling = true;
    const { changes, version } = live().dataset, url = new URL(changes, location), typing = !free();
    url.searchParams.set("since", version);
    if (typing) url.searchParams.set("typed", "");
    if (live().dataset.back) url.searchParams.set("back", "");
    if (document.getElementById("entry") && blank()) {
      url.searchParams.set("form", "");
      const way = form()?.elements.way?.value;
      if (way) url.searchParams.set("way", way);
    }
    clearTimeout(retry);
    const { status, html } = await fetchPart(url);
    if (status !== 401 && isTemporary(status)) retry = setTimeout(pull, longer());
    else delay = 0;
    if (reopened && !isTemporary(status)) {  // only now: a stream also opens while the database is gone
      reopened = false;
      document.dispatchEvent(new Event("live:back"));
    }
    if ([205, 401, 404, 410].includes(status)) {  // the login or the table may be gone after a restore
      if (free()) load(status === 205 ? live().dataset.page ?? location.pathname : next());
      else if (status === 410) end();
      else if (typing) say((status === 401 && words.ended) || words.lost);
      else due = "?";
    } else if (status === 200 && !writing.size) {
      show(html);
    } else if (writing.size) due = "?";
    pulling = false;
    if (due && isNew(due)) pull(due);
    else renew();
  }

  // If the seats, rules or state of the table have changed since the form was made, render it again with the values typed so far.
  let renewing = false;
  async function renew() {
    const stale = form();
    if (!stale?.dataset.step || renewing || writing.size || Number(stale.elements.layout.value) >= Number(live().dataset.layout)) return;
    renewing = true;
    const values = () => String(new URLSearchParams(new FormData(stale))), sent = values();
    const { status, html } = await fetchPart(stale.dataset.step, { method: "POST", body: new URLSearchParams(`${sent}&look=1`) });
    renewing = false;
    if (status === 410) end();
    if (status !== 200 || form() !== stale || writing.size) return;  // without a response, the next update tries again
    if (values() === sent) htmx.swap("#entry", html, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 });
    else renew();  // typing went on meanwhile
  }

  // The response to a save has its row, so updates about it wait until then, and are not needed after it.
  const writes = (event) => event.detail.requestConfig.elt.matches("#entry form[data-submit-once]");
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (writes(event)) writing.set(event.detail.requestConfig, Number(live().dataset.version));
  });
  document.addEventListener("htmx:afterRequest", ({ detail }) => setTimeout(() => {
    const before = writing.get(detail.requestConfig);
    if (!writing.delete(detail.requestConfig)) return;
    // It has no other rows. If somebody else has changed some, or the hand was saved before, fetch them.
    const missed = detail.successful && Number(live().dataset.version) !== before + 1;
    if (missed) live().dataset.version = before;
    if (missed || (due && isNew(due))) pull();
  }));
  document.addEventListener("outbox:sent", () => pull());

  function typing(mark, who) {
    const says = document.getElementById("typing");
    if (!says || mark === form()?.dataset.mark) return;
    says.textContent = who ? says.dataset.says.replace("{}", who) : says.dataset.somebody;
    clearTimeout(forget);
    forget = setTimeout(() => { says.textContent = ""; }, FORGET);
  }

  // Until a stream sends something, the page polls: it may be refused, or buffered by a proxy.
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
    stream = new EventSource(live().dataset.live);
    const alive = () => { seen = Date.now(); heard = true; };
    stream.addEventListener("hb", alive);
    stream.addEventListener("changed", (event) => {
      alive();
      const [topic, version] = event.data.split(" "), around = document.getElementById("around");
      if (around && topic === around.dataset.topic) {  // what the table is part of, such as an event
        if (version === "?" || Number(version) > Number(around.dataset.version)) htmx.trigger(around, "news");
        return;
      }
      if (isNew(version)) pull(version);
    });
    // The table's link or the login has ended. Typed values stay on the page. Wait a moment first: if somebody has just logged in again
    // in another tab, the browser gets the new session from that response, and an earlier request would end it.
    stream.addEventListener("ended", () => {
      close();
      setTimeout(() => {
        if (free()) load(next());
        else pull();  // whose response says why
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
      reopened = opened;
      if (opened) pull();  // updates may have been missed without the stream
      opened = true;
    };
    stream.onerror = () => {
      unheard();
      if (stream.readyState !== EventSource.CLOSED) return;  // the browser reconnects by itself
      wait = Math.min((wait || 500) * 2, POLL);
      again = setTimeout(open, wait * (0.7 + Math.random() * 0.6));
    };
  }
  const close = () => { stream?.close(); clearTimeout(again); clearTimeout(retry); clearTimeout(polling); polling = undefined; seen = Infinity; };

  // A connection that died silently: no more heartbeats, of which there is one in ten seconds.
  setInterval(() => { if (Date.now() - seen > SILENCE) open(); }, 1000);
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  // The next page shows the message about a submitted form. Reloading this one would use it up.
  document.addEventListener("submit", (event) => setTimeout(() => {
    if (event.defaultPrevented) return;
    close();
    again = setTimeout(open, POLL);  // in case this page stays
  }));
  addEventListener("online", open);
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => event.persisted && open());
  open();
})();
