// Keeps each hand on this device from the tap on Save until the server responds, and sends it again until then: in order, each table
// separately, and only for the user who typed it. docs/decisions/0022 says why. Without this file, or without storage in the browser,
// a hand is saved like any form.
"use strict";
(() => {
  const panel = document.getElementById("outbox");
  if (!panel) return;
  const NAME = "outbox:", LONGEST = 15000, SPREAD = 2000, ENOUGH = 6, SOME = 3;
  const { changed, typed, isTemporary, fetchPart, replace, seen, leave, gaps } = window.scorer;
  const { writer, name: writerName } = panel.dataset;  // empty for readers and before logging in: then nothing is sent
  const inFlight = new Set();  // keys of the hands that htmx is sending
  const stock = new Map();  // by number: empty forms for later hands, rendered by the server
  let busy = false, cut = false, ended = false, wait = 0, timer, started = false, stocking = false, said = [], thrown;

  // An item has: key, at (its place in the order), page (its table), url, body, number, title, table and says (for people), writer and
  // by, and state: none while it waits to be sent; "back" if it came back with errors; "closed" if its table was closed, so that it can
  // be handed to the director; "refused" if the response had no form; "aside" if it is half typed.
  // Each item has its own key in localStorage, so that two windows never overwrite each other.
  function read(key) {
    try { return JSON.parse(localStorage.getItem(NAME + key)); } catch { return null; }
  }
  function items() {
    try {
      const keys = Object.keys(localStorage).filter((name) => name.startsWith(NAME)).map((name) => name.slice(NAME.length));
      return keys.map(read).filter(Boolean).sort((one, other) => one.at - other.at);
    } catch { return []; }
  }
  function put(item) {
    try { localStorage.setItem(NAME + item.key, JSON.stringify(item)); return true; } catch { return false; }
  }
  const drop = (item) => localStorage.removeItem(NAME + item.key);
  const isSame = (one, other) => JSON.stringify(one?.body) === JSON.stringify(other.body);
  const keeps = put({ key: "" });
  if (keeps) drop({ key: "" });
  const queue = (page) => items().filter((item) => item.writer === writer && item.page === page && item.state !== "aside");

  let here;  // the table of this page, and how its hands are entered
  function entry() {
    const form = document.querySelector("form[data-outbox]");
    if (form) here = { page: form.dataset.outbox, ahead: form.dataset.ahead, way: form.elements.way.value };
    return form;
  }
  entry();
  const numberOf = (form) => Number(form.elements.number.value);
  const isLate = (form) => "late" in form.dataset;  // its values can only be handed to the director
  const heldBy = (form) => [form.dataset.instead, form.elements.key.value].map(read).find((item) => item && item.state !== "aside");
  const shown = (item) => [entry()?.dataset.instead, entry()?.elements.key.value].includes(item.key);

  // An incomplete hand is not kept. What is missing is said beside its field, until it is filled in.
  function placeOf(form, name) {
    const field = form.querySelector(`[name="${name}"]:not(:disabled)`), at = field.closest("fieldset:not([role=none]), .by-player, .field");
    return { field, at, invalid: at.matches("[role=radiogroup]") ? at : field };
  }
  function point(form, missing) {
    for (const list of form.querySelectorAll("[data-gap]")) {
      placeOf(form, list.dataset.gap).invalid.removeAttribute("aria-invalid");
      list.remove();
    }
    for (const { name, says } of missing) {
      const { at, invalid } = placeOf(form, name), id = `id_${name}_error`;
      const before = document.getElementById(id);
      if (before?.firstChild) continue;
      before?.remove();
      const list = Object.assign(document.createElement("ul"), { className: "errors", id });
      list.dataset.gap = name;
      list.append(Object.assign(document.createElement("li"), { textContent: says }));
      at.append(list);
      at.closest("details")?.setAttribute("open", "");
      invalid.setAttribute("aria-invalid", "true");
      if (!invalid.hasAttribute("aria-describedby")) invalid.setAttribute("aria-describedby", id);
    }
  }
  function refuses(form, data) {
    const missing = isLate(form) ? [] : gaps(form, data);
    point(form, missing);
    if (missing.length) placeOf(form, missing[0].name).field.focus();
    return missing.length;
  }

  // The button that was tapped for its value, such as "Passed out". It is the only value sent that is not a field of the form.
  function tapped(form, body) {
    const fields = new FormData(form);
    return [...form.elements].find((one) => one.matches("button[name]") && body.has(one.name) && !fields.has(one.name));
  }
  // What was chosen and typed, as people read it: "4 ♠ S +1".
  function wordsOf(form, button) {
    const words = [...form.elements].map((field) => {
      if (field === button) return field.textContent.trim();
      const isKey = field.matches("[type=radio], [type=checkbox]");
      if (field.matches("[type=hidden], button, fieldset, :disabled") || (isKey ? !field.checked : !field.value)) return "";
      if (field.closest(".deal-keys") || (field.closest(".head") && !changed(field))) return "";  // the title says it, or it is filled in
      const label = field.labels?.[0] ? seen(field.labels[0]) : "";
      if (isKey) return label;
      return `${label} ${field.matches("select") ? field.selectedOptions[0].textContent.trim() : field.value}`;
    });
    return words.filter((word) => word && word !== "–").join(" ").replace(/\s+/g, " ");
  }
  function itemOf(form, body, held, button) {
    const last = Math.max(0, ...items().map((item) => item.at));
    return {
      key: form.elements.key.value, at: held?.at ?? Math.max(Date.now(), last + 1), page: form.dataset.outbox, url: form.getAttribute("action"),
      body: [...body].filter(([name]) => name !== "csrfmiddlewaretoken"), number: numberOf(form), title: form.querySelector("h2")?.textContent || form.dataset.title,
      table: held?.table ?? document.querySelector("h1").textContent.trim(), says: wordsOf(form, button) || held?.says || "", writer, by: writerName, state: held?.state,
    };
  }

  // ---- Saving a hand: it is kept first, and then sent by htmx, unless others of this table have to be sent before it.
  document.addEventListener("htmx:configRequest", (event) => {
    const form = event.detail.elt;
    if (!form.matches("form[data-outbox]")) return;
    const held = heldBy(form);
    const earlier = queue(form.dataset.outbox).some((item) => item.key !== held?.key && item.at < (held?.at ?? Infinity));
    const before = earlier && !isLate(form);
    const button = tapped(form, event.detail.formData);
    if (before && !typed(form) && !button) return event.preventDefault();
    if (!button && (before || cut || !navigator.onLine) && refuses(form, event.detail.formData)) return event.preventDefault();
    const item = itemOf(form, event.detail.formData, held, button);
    if (!put(item)) return;
    if (held && held.key !== item.key) drop(held);
    stock.delete(item.number);
    said = [];
    if (before) {
      event.preventDefault();
      put({ ...item, state: undefined });
      goOn();
      flush();
    } else {
      inFlight.add(item.key);
      event.detail.kept = item.key;
    }
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const { elt, kept } = event.detail.requestConfig, { status } = event.detail.xhr;
    if (elt.id === "why" && status) cut = status >= 500;
    const item = inFlight.delete(kept) && read(kept);
    if (item) handleResponse(item, { status, html: event.detail.xhr.responseText }, elt);
    say();
  });
  for (const kind of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(kind, (event) => { if (event.target.id === "why") { cut = true; say(); } });
  }

  // Process the response to an item, and return whether the item is done with. If `form` is given, it is on the page, and htmx shows the
  // response there.
  function handleResponse(item, { status, html }, form) {
    cut = isTemporary(status) && status !== 401;
    ended = status === 401;
    const stale = !form && (inFlight.has(item.key) || !isSame(read(item.key), item));  // a tap or another window was faster
    if (isTemporary(status)) {
      if (form && !item.state && refuses(form, new URLSearchParams(item.body))) return drop(item);
      if (!stale) put({ ...item, state: undefined });
      if (form && !isLate(form)) goOn();
      wait = Math.min(Math.max(2 * wait, 1000), LONGEST);
      clearTimeout(timer);
      timer = setTimeout(flush, wait * (0.7 + Math.random() * 0.6));
      return false;
    }
    if (stale) return true;
    wait = 0;
    if (status < 300) {
      drop(item);
      if (!form || queue(item.page).length) {
        const message = parse(html).querySelector("#entry [role=status].success");
        const question = parse(html).querySelector("#entry [data-asks]")?.textContent ?? "";  // about this hand, for which there is no form now
        said.push(message?.querySelector("span").textContent ?? "", question);
        panel.toggleAttribute("data-keep", Boolean(question || message?.matches("[data-keep]")));
      }
    } else if ((status !== 409 && status !== 422) || !parse(html).getElementById("entry")) put({ ...item, state: "refused" });
    else if (parse(html).querySelector("[data-late]")) put({ ...item, state: "closed" });
    else if (!form || item.state) put({ ...item, state: "back" });  // it was waiting, and keeps waiting
    else drop(item);  // it never waited: its form is there, as after any error
    if (form) flush();
    return true;
  }

  // ---- Sending the hands that wait.
  const token = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";
  const send = ({ url, body }) => fetchPart(url, {
    method: "POST", body: new URLSearchParams(body), headers: { "X-CSRFToken": token() }, redirect: "error",
  });
  function nextToSend() {
    const mine = items().filter((item) => item.writer === writer && !["aside", "closed"].includes(item.state));
    const first = (item) => mine.find((other) => other.page === item.page) === item;
    return mine.find((item) => !item.state && !inFlight.has(item.key) && first(item));
  }
  async function flush() {
    if (busy) return;
    busy = true;
    clearTimeout(timer);
    let item, sent = 0;
    while ((item = nextToSend()) && handleResponse(item, await send(item))) { sent += 1; say(); }
    busy = false;
    if (sent) document.dispatchEvent(new Event("outbox:sent"));
    settle();
  }

  // Show an item that came back in the form, whose half-typed values are put aside.
  async function look(item) {
    if (!document.getElementById("entry") || here?.page !== item.page) return visit(item);
    if (busy) return;
    busy = true;
    const aside = item.state === "aside", response = await send(item);
    busy = false;
    if (aside && response.status === 200) drop(item);
    else if (!aside && !handleResponse(item, response)) return say();
    if (aside ? response.status === 200 : ["back", "closed"].includes(read(item.key)?.state)) {
      putAside(entry());
      htmx.swap("#entry", response.html, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 });
    } else document.dispatchEvent(new Event("outbox:sent"));
    settle();
  }
  function putAside(form) {
    if (!form || !typed(form) || isLate(form) || heldBy(form) || form === thrown) return;
    if (document.querySelector("#script-trouble:not([hidden])")) return;  // it may just have been sent as a plain form
    put({ ...itemOf(form, new FormData(form)), url: form.dataset.step, state: "aside" });
  }
  // On a page without this form, post the item as a plain form, which leads to the table's page.
  function visit(item) {
    const form = document.createElement("form");
    Object.assign(form, { method: "post", action: item.url, hidden: true });
    for (const [name, value] of [...item.body, ["csrfmiddlewaretoken", token()]]) {
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    }
    document.body.append(form);
    leave(() => form.submit());
  }
  function throwAway(item) {
    if (shown(item)) return leave(() => { drop(item); thrown = entry(); location.assign(item.page); });
    drop(item);
    flush();
  }

  // ---- The form of the next hand while others of its table wait.
  const parse = (html) => Object.assign(document.createElement("template"), { innerHTML: html }).content;
  const lastOf = (waiting) => Math.max(0, ...waiting.map((item) => item.number));
  function goOn() {
    if (!document.getElementById("entry")) return;
    const fresh = (stock.get(lastOf(queue(here.page)) + 1) ?? panel.querySelector("#outbox-full").content).cloneNode(true);
    replace(document.getElementById("entry"), fresh);
    htmx.process(document.getElementById("entry"));
    document.dispatchEvent(new Event("live:shown"));
    document.dispatchEvent(new Event("entry:next"));
  }
  // Replace a form in which nothing was typed: by the hand that came back, or by the form after the hands that wait.
  async function settle(asked) {
    say();
    const form = entry(), standing = document.querySelector("#entry form");  // perhaps that of a correction
    if (!here || (standing && typed(standing))) return;
    const waiting = queue(here.page).filter((item) => !inFlight.has(item.key)), last = lastOf(waiting);
    if (["back", "closed"].includes(waiting[0]?.state)) await look(waiting[0]);
    else if (form && numberOf(form) > last) foresee(form);
    else if (waiting.length && !stock.has(last + 1) && !asked) {
      await restock(last);
      settle(true);
    } else if (waiting.length && (form || stock.has(last + 1))) goOn();
  }
  const headOf = (form) => ["h2", ".quiet"].map((part) => form.querySelector(`summary ${part}`).textContent).join() + form.elements.layout.value;
  function foresee(form) {
    const number = numberOf(form), foreseen = stock.get(number)?.querySelector("form");
    if (foreseen && !typed(form) && headOf(foreseen) !== headOf(form)) stock.clear();  // the hand before was not as expected
    if (Math.max(number, ...stock.keys()) < number + (started ? ENOUGH : SOME)) restock(number);
  }
  async function restock(number) {
    if (stocking || !here.ahead) return;
    stocking = true;
    const few = !started, wanted = new URLSearchParams({ way: here.way, have: Math.max(number, ...stock.keys()), ...(few && { few: "" }) });
    const { status, html } = await fetchPart(`${here.ahead}?${wanted}`);  // without a response, the next call tries again
    const later = status === 200 ? parse(html).querySelectorAll("template[data-number]") : [];
    for (const one of later) stock.set(Number(one.dataset.number), one.content);
    stocking = false;
    if (few && started && later.length) await restock(number);  // somebody has begun to type meanwhile
  }

  // ---- What users see.
  function say() {
    const all = items().filter((item) => !inFlight.has(item.key));
    if (!document.hidden) for (const item of all) if (item.state === "aside" && shown(item)) drop(item);
    const waiting = all.filter((item) => item.writer === writer && !item.state);
    const held = all.filter((item) => (item.writer !== writer || item.state) && !(["aside", "closed"].includes(item.state) && shown(item)));
    const status = panel.querySelector("[role=status]");
    const text = waiting.length ? counted(waiting.length) : cut && keeps && here ? panel.dataset.cut : said.filter(Boolean).join(" ");
    if (status.textContent !== text) status.textContent = text;
    status.parentElement.classList.toggle("notice", Boolean(text));
    status.parentElement.classList.toggle("warning", Boolean(waiting.length));
    panel.classList.toggle("idle", !text && !held.length);
    panel.querySelector(".ended").hidden = !(ended && waiting.length);
    const details = panel.querySelector("details");
    details.hidden = !waiting.length;
    details.querySelector("ul").replaceChildren(...waiting.map((item) => line(item, "#outbox-waiting")));
    const lines = held.map((item) => `${item.key} ${item.writer} ${item.state} ${shown(item)}`).join();
    if (panel.dataset.lines !== lines) panel.querySelector(".held").replaceChildren(...held.map((item) => line(item, "#outbox-held")));
    panel.dataset.lines = lines;
  }
  function counted(count) {
    const rule = new Intl.PluralRules(document.documentElement.lang);
    const sentences = [...panel.querySelector("#outbox-counted").content.querySelectorAll("[data-count]")];
    const fitting = sentences.find((one) => rule.select(Number(one.dataset.count)) === rule.select(count)) ?? sentences[sentences.length - 1];
    return fitting.textContent.replace("{}", count);
  }
  function line(item, kind) {
    const made = panel.querySelector(kind).content.cloneNode(true);
    made.querySelector(".title").textContent = item.title;
    made.querySelector(".says").textContent = item.says;
    made.querySelector(".table").textContent = here?.page === item.page ? "" : item.table;
    const reason = made.querySelector(".reason");
    if (reason) {
      const elsewhere = item.writer.startsWith("phone-") && item.page !== location.pathname;  // only the page of its table knows who held a phone
      const state = item.writer !== writer ? (elsewhere ? "guest" : "other") : shown(item) ? "shown" : item.state;
      reason.textContent = reason.dataset[state].replaceAll("{}", item.by);
      made.querySelector(".look").addEventListener("click", () => (state === "guest" ? leave(() => location.assign(item.page)) : look(item)));
      made.querySelector(".danger").addEventListener("click", () => throwAway(item));
      if (!writer) made.querySelector("details").remove();
      if (shown(item) || (!writer && state !== "guest")) made.querySelector(".look").remove();
    }
    return made;
  }

  // ---- Events.
  const again = () => { wait = 0; flush(); };
  function tryAll(states) {
    for (const item of items()) if (item.writer === writer && states.includes(item.state)) put({ ...item, state: undefined });
    again();
  }
  panel.querySelector(".again")?.addEventListener("click", again);
  addEventListener("online", () => { cut = false; tryAll(["refused"]); });
  addEventListener("offline", () => { cut = true; say(); });
  addEventListener("pageshow", () => {
    tryAll(["back", "closed", "refused"]);
    panel.querySelector(".held li")?.scrollIntoView({ block: "nearest" });
  });
  // Phones discard hidden tabs. On a page that is seen again, `say` forgets the copy.
  document.addEventListener("visibilitychange", () => (document.hidden ? putAside(entry()) : tryAll(["refused"])));
  addEventListener("pagehide", () => putAside(entry()));
  document.addEventListener("htmx:afterSettle", (event) => event.target.closest("#entry") && settle());
  document.addEventListener("live:shown", () => settle());
  // The server is there again: do not wait for the end of a long pause, but do not come with all the others at once either.
  document.addEventListener("live:back", () => {
    if (!wait) return;
    wait = 0;
    clearTimeout(timer);
    timer = setTimeout(flush, Math.random() * SPREAD);
  });
  document.addEventListener("input", (event) => {
    const form = entry();
    if (!form?.contains(event.target)) return;
    started = true;
    foresee(form);
    const said = [...form.querySelectorAll("[data-gap]")].map((list) => list.dataset.gap);
    if (said.length) point(form, gaps(form, new FormData(form)).filter(({ name }) => said.includes(name)));
  });
})();
