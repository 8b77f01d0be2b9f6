// Every page works without this file. It hides fields that do not apply, prevents double taps, and says when a save did not arrive.
"use strict";
(() => {
  document.documentElement.classList.add("js");  // this file is loaded without defer, so .nojs-only never flashes

  function changed(field) {
    if (field.matches("[type=radio], [type=checkbox]")) return field.checked !== field.defaultChecked;
    if (field.matches("select")) return field.selectedIndex !== Math.max(0, [...field.options].findIndex((option) => option.defaultSelected));
    return field.value !== field.defaultValue;
  }
  function typed(form) {
    return "typed" in form.dataset || [...form.elements].some((field) => field.matches("input, select, textarea") && changed(field));
  }
  const isTemporary = (status) => status === 0 || status === 401 || status === 408 || status === 429 || status >= 500;

  // Most of an empty form is the same for each hand. The server leaves out what this page says it has had before (play/kept.html).
  const PART = /<!--kept ([-\w]+)-->([^]*?)<!--end-->/g, had = new Map();
  const namesHad = () => [...had.keys()].join(" ");
  function fillIn(html) {
    return html.replace(PART, (_, name, part) => {
      if (!had.has(name)) had.set(name, part);
      return had.get(name);
    });
  }
  document.addEventListener("htmx:configRequest", ({ detail }) => { if (detail.target.id === "entry") detail.headers["Scorer-Kept"] = namesHad(); });
  document.addEventListener("htmx:beforeSwap", ({ detail, target }) => { if (target.id === "entry") detail.serverResponse = fillIn(detail.serverResponse); });

  // Send a request as htmx would. Status 0 means no response. An error in our own code is thrown, and guard.js reports it.
  async function fetchPart(url, options = {}) {
    const stop = new AbortController(), clock = setTimeout(() => stop.abort(), htmx.config.timeout);
    const request = fetch(url, { ...options, headers: { "HX-Request": "true", "Scorer-Kept": namesHad(), ...options.headers }, signal: stop.signal });
    try {
      const response = await request;
      return { status: response.status, html: fillIn(await response.text()) };
    } catch { return { status: 0, html: "" }; } finally { clearTimeout(clock); }
  }
  // The visible text of a label, without the names of suits, which are for screen readers.
  function seen(label) {
    const copy = label.cloneNode(true);
    for (const heard of copy.querySelectorAll(".suit .visually-hidden, [hidden]")) heard.remove();
    return copy.textContent.trim().replace(/\s+/g, " ");
  }
  // The message that a hand is with the director would be lost when a script loads another page. It is shown there again.
  const KEPT = "scorer:message";
  function keepMessage() {
    const places = document.querySelectorAll("#messages [data-keep], #outbox[data-keep] [role=status], #entry [data-keep] > span");
    const text = [...places].map(({ textContent }) => textContent).find(Boolean);
    try { if (text) sessionStorage.setItem(KEPT, text); } catch { /* no storage */ }
  }
  function showKeptMessage() {
    let text;
    try { text = sessionStorage.getItem(KEPT); sessionStorage.removeItem(KEPT); } catch { /* no storage */ }
    if (!text) return;
    const message = document.createElement("li");
    message.className = "notice success";
    message.dataset.keep = "";
    message.textContent = text;
    document.getElementById("messages").append(message);
  }
  window.scorer = { changed, typed, isTemporary, fetchPart, replace, seen, keepMessage, leave, gaps };

  // data-when='{"strain": ["SA", "TA"]}' on an element in a form: it is shown only while each named field has one of these values.
  // Of a list of such objects, one has to hold. The value of an unticked box, of a choice that is not made and of a hidden field is "".
  function fits(data, wanted) {
    const has = ([name, accepted]) => {
      const values = data.getAll(name);
      return (values.length ? values : [""]).some((value) => accepted.map(String).includes(value));
    };
    return [wanted].flat().some((fields) => Object.entries(fields).every(has));
  }
  // A form may have several hands, each in an element with the data-prefix with which its names begin.
  function valuesAround(element) {
    const data = new FormData(element.closest("form")), prefix = element.closest("[data-prefix]")?.dataset.prefix;
    if (!prefix) return data;
    const own = new FormData();
    for (const [name, value] of data) if (name.startsWith(prefix)) own.append(name.slice(prefix.length), value);
    return own;
  }
  function holds(element) {
    if (element.parentElement.closest("[data-when][hidden]")) return false;
    return fits(valuesAround(element), JSON.parse(element.dataset.when));
  }
  // data-needed: the values without which a hand is incomplete (scorer.play.forms.Need). Return the first empty field of each that is
  // missing from the data, as far as the form shows its fields, its label and the server's sentence.
  function gaps(form, data) {
    const isShown = (name) => [...form.elements].some((field) => field.name === name && !field.matches(":disabled") && !field.closest("[hidden]"));
    const empty = (name) => !data.getAll(name).some((value) => value.trim());
    const missing = new Map();  // of several needs of one field, the first counts
    for (const { names, least = 1, when = {}, ...words } of JSON.parse(form.querySelector("[data-needed]")?.dataset.needed ?? "[]")) {
      const asked = names.filter(isShown), values = asked.flatMap((name) => data.getAll(name)).filter((value) => value.trim());
      const name = asked.find(empty) ?? asked[0], wanted = least < 0 ? asked.length + least : least;
      if (name && values.length < wanted && fits(data, when) && !missing.has(name)) missing.set(name, words);
    }
    return [...missing].map(([name, words]) => ({ name, ...words }));
  }
  function reveal(root) {
    for (const element of root.querySelectorAll("[data-when]")) {  // outer before inner, as in the page
      const shown = holds(element);
      element.hidden = !shown;
      for (const fieldset of [element, ...element.querySelectorAll("fieldset")]) {
        if (fieldset.matches("fieldset")) fieldset.disabled = !shown;
      }
    }
  }
  // Hide "No hand has been entered yet" once there is one.
  function countHands() {
    const rows = document.getElementById("rows"), empty = rows?.parentElement.nextElementSibling;
    if (empty?.matches(".empty")) empty.hidden = Boolean(rows.firstElementChild);
  }
  function focusFirstError(root) {
    const wrong = root.querySelector(".conflict, [aria-invalid=true], .warnings[role=alert]");
    if (wrong) (wrong.matches("fieldset") ? wrong.querySelector("input:checked, input") : wrong).focus();
  }

  // data-warning: a warning counts as seen if all of it was on the screen when the form was sent, and not covered. The server asks
  // about the others.
  function onScreen(element) {
    const { left, right, top, bottom } = element.getBoundingClientRect(), view = window.visualViewport;
    const shown = (y) => !view || (y >= view.offsetTop && y < view.offsetTop + view.height);  // a keyboard covers the rest
    return [top + 1, bottom - 1].every((y) => shown(y) && element.contains(document.elementFromPoint((left + right) / 2, y)));
  }
  document.addEventListener("submit", ({ target }) => {
    const warnings = [...target.querySelectorAll("[data-warning]")], code = (warning) => warning.dataset.warning;
    const missed = warnings.filter((warning) => !onScreen(warning)).map(code);
    if (warnings.length) target.elements.seen.value = warnings.map(code).filter((seen) => !missed.includes(seen)).join(" ");
  }, true);  // before htmx and outbox.js take the values

  // data-submit-once on a form: its buttons are disabled while it is being sent. The server saves an entry once in any case.
  function setDisabled(form, disabled) {
    for (const button of form.querySelectorAll("button")) button.disabled = disabled;
  }
  const once = (event) => event.target.closest?.("form[data-submit-once]") === event.target;
  document.addEventListener("submit", (event) => {
    // A disabled button would not be sent, so disable it a moment later. For htmx, see below: it prevents the event.
    if (once(event)) setTimeout(() => event.defaultPrevented || setDisabled(event.target, true));
  });
  document.addEventListener("htmx:beforeRequest", (event) => once(event) && setDisabled(event.target, true));
  document.addEventListener("htmx:afterRequest", (event) => once(event) && setDisabled(event.target, false));
  addEventListener("pageshow", () => document.querySelectorAll("form[data-submit-once]").forEach((form) => setDisabled(form, false)));

  // A preview that came after its form was replaced would change the heading and the button of the next one.
  const endPreview = (why) => why && htmx.trigger(why, "htmx:abort");
  document.addEventListener("htmx:beforeCleanupElement", ({ target }) => target.id === "why" && endPreview(target));
  // For the other scripts, which replace a form without htmx.
  function replace(old, fresh) {
    endPreview(old.querySelector("#why"));
    old.replaceWith(fresh);
  }

  // #net-trouble: a save got no response, or one that cannot be shown. Reading in the background fails silently, and so does the
  // preview. For a hand that outbox.js keeps, that file says more.
  const writes = (event) => event.detail.requestConfig.verb !== "get";
  function trouble(event, refused) {
    if (tapped(event) && !event.detail.xhr.status) {
      tell("away");
      missed.add(event.detail.elt);
    }
    const banner = document.getElementById("net-trouble"), { status } = event.detail.xhr, { kept, elt } = event.detail.requestConfig;
    const over = status === 401 || status === 410, ahead = elt.id === "why" && (!over || elt.closest("[data-outbox]"));
    if (!banner || !writes(event) || (kept && isTemporary(status)) || (ahead && (over || isTemporary(status)))) return;
    banner.classList.toggle("refused", refused);
    banner.classList.toggle("ended", status === 401);
    banner.classList.toggle("closed", status === 410);
    banner.hidden = false;
  }
  const tapped = ({ detail }) => !writes({ detail }) && ["click", "intersect"].includes(detail.requestConfig.triggeringEvent?.type);

  // #net-words: what becomes of a tap while no response comes.
  const PATIENCE = 1500;
  let said, patience;
  function tell(kind) {
    clearTimeout(patience);
    said = kind;
    const words = document.getElementById("net-words"), bar = document.querySelector(".save")?.getBoundingClientRect();
    if (!words) return;
    words.textContent = words.dataset[kind] ?? "";
    words.style.bottom = `${bar?.width > innerWidth / 2 ? Math.max(0, innerHeight - bar.top) : 0}px`;  // on a phone, above the save button
  }
  function tellLater(kind) {
    tell();
    patience = setTimeout(tell, PATIENCE, kind);
  }
  const sends = (event) => writes(event) && event.detail.requestConfig.elt.matches("form");
  document.addEventListener("htmx:beforeRequest", (event) => sends(event) && tellLater("sending"));
  document.addEventListener("htmx:afterRequest", (event) => sends(event) && tell());

  // Without a connection, a link or a plain form would lead to the browser's error page. On the pages of a table, it is therefore followed
  // only once the server has answered. The server is asked when a finger touches the screen, so that with a connection nobody waits.
  const NO_ANSWER = 4000, FRESH = 2000;
  let asked = { at: 0 }, leaving, passing;
  function ask() {
    if (asked.up !== false && Date.now() - asked.at < FRESH) return asked;
    const one = { at: Date.now() };
    const answer = fetch(document.querySelector("link[rel=icon]").href, { method: "HEAD", cache: "no-store" }).then(() => true, () => false);
    one.end = Promise.race([answer, new Promise((done) => setTimeout(done, NO_ANSWER, false))]).then((up) => { one.up = up; });
    return (asked = one);
  }
  async function leave(go) {
    const answer = ask();
    leaving = go;  // a later tap counts instead
    tellLater("waiting");
    await answer.end;
    if (leaving !== go) return;
    tell(answer.up ? undefined : "away");
    if (answer.up) go();
  }
  function exitOf(target) {
    const exit = document.querySelector("#net-words[data-stay]") && target.closest?.('a[href]:not([href^="#"], [target]), button');
    return exit?.matches("button") && (exit.type !== "submit" || !exit.form?.matches(":not([hx-post], [hx-get])")) ? null : exit;
  }
  document.addEventListener("pointerdown", ({ target }) => {
    if (said === "away") tell();
    if (exitOf(target)) ask();
  }, true);
  document.addEventListener("click", (event) => {
    const exit = exitOf(event.target), { ctrlKey, metaKey, shiftKey } = event;
    if (!exit || exit === passing || ctrlKey || metaKey || shiftKey || (asked.up && Date.now() - asked.at < FRESH)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    leave(() => {
      passing = exit;
      exit.click();
      passing = undefined;
    });
  }, true);
  addEventListener("online", () => tell());
  addEventListener("pageshow", () => tell());
  // Some parts are fetched only once, and not again after that has failed, unless htmx sees their elements for the first time.
  const missed = new Set();
  function fetchMissed() {
    for (const old of missed) {
      const fresh = old.cloneNode(true);
      old.replaceWith(fresh);
      htmx.process(fresh);
    }
    missed.clear();
  }
  addEventListener("online", fetchMissed);
  document.addEventListener("htmx:afterOnLoad", fetchMissed);

  // Logging in in another window has given this browser another token than this page has.
  document.addEventListener("htmx:configRequest", (event) => {
    const token = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1];
    if (!token || !writes({ detail: { requestConfig: event.detail } })) return;
    event.detail.headers["X-CSRFToken"] = token;
    event.detail.parameters.csrfmiddlewaretoken = token;
  });
  document.addEventListener("htmx:sendError", (event) => trouble(event, false));
  document.addEventListener("htmx:timeout", (event) => trouble(event, false));
  document.addEventListener("htmx:responseError", (event) => trouble(event, event.detail.xhr.status < 500));
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful && writes(event)) document.getElementById("net-trouble")?.setAttribute("hidden", "");
  });

  // ?again= asks for the values of an undone hand. Remove it once they are saved, since the page may be reloaded.
  function removeAgain() {
    const url = new URL(location);
    if (!document.getElementById("entry") || document.querySelector("form[data-again]") || !url.searchParams.has("again")) return;
    url.searchParams.delete("again");
    history.replaceState(history.state, "", url);
  }
  for (const kind of ["htmx:afterSettle", "live:shown", "DOMContentLoaded"]) document.addEventListener(kind, removeAgain);

  // data-here: a correction takes the place of the next hand on the sheet. If that has been begun, the correction has its own page.
  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.("a[data-here]"), form = document.querySelector("#entry form");
    if (!link || !form || typed(form) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const entry = document.getElementById("entry");
    entry.inert = true;  // anything typed there now would be lost
    const { status, html } = await fetchPart(`${link.href}?here`);
    entry.inert = false;
    if (status !== 200 || typed(form)) return leave(() => location.assign(link.href));
    htmx.swap("#entry", html, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 });
    document.getElementById("entry").scrollIntoView();
    document.querySelector("#entry h2").focus({ preventScroll: true });
  });
  // After a correction, scroll to the message at the top, which says what has changed, on other lines too.
  document.addEventListener("htmx:afterSettle", ({ detail, target }) => {
    if (target.id === "entry" && detail.xhr?.status === 200 && detail.requestConfig.elt.matches("form.correction")) scrollTo(0, 0);
  });

  // What somebody types while a suggestion is fetched is not replaced by it.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target.querySelector(":scope[data-suggested] input")?.value) detail.shouldSwap = false;
  });

  // The title of a page on which something was refused says so first, as if the page had been loaded again.
  const title = document.querySelector("title"), named = title.textContent;
  document.addEventListener("htmx:afterRequest", (event) => {
    if (writes(event)) document.title = ([409, 422].includes(event.detail.xhr.status) ? `${title.dataset.refused} ` : "") + named;
  });

  // Escape, or a tap outside, closes an open menu.
  function closeMenus(except) {
    for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(except)) menu.open = false;
  }
  document.addEventListener("click", (event) => closeMenus(event.target));
  document.addEventListener("keydown", (event) => event.key === "Escape" && closeMenus(null));

  // A printed sheet starts with the first hand.
  const turnSheet = () => document.getElementById("rows")?.append(...[...document.getElementById("rows").children].reverse());
  addEventListener("beforeprint", turnSheet);
  addEventListener("afterprint", turnSheet);

  for (const kind of ["input", "change"]) document.addEventListener(kind, ({ target }) => target.form && reveal(target.form));
  document.addEventListener("htmx:afterSettle", ({ target }) => { reveal(target.closest("form") ?? target); countHands(); focusFirstError(target); });
  document.addEventListener("live:shown", () => { reveal(document); countHands(); });
  // The page is shown before it is complete. What does not apply is hidden before, so that nothing moves.
  const coming = new MutationObserver(() => reveal(document));
  coming.observe(document, { childList: true, subtree: true });
  document.addEventListener("DOMContentLoaded", () => { coming.disconnect(); showKeptMessage(); reveal(document); focusFirstError(document); });
})();
