// The form in which a hand is typed. Without this file, it works like any other form.
"use strict";
(() => {
  const { typed, seen, gaps } = window.scorer, root = document.documentElement, HEAD = ".head, .deal-keys";
  const form = () => document.getElementById("why")?.closest("form");
  const bar = () => document.getElementById("why")?.closest(".save");  // the admin site has no bar

  // The bar with the result and the save button stays visible, even above an on-screen keyboard, unless that leaves too little room.
  // The focused field stays visible above the bar.
  // What is set here is inherited by nothing but the bar: otherwise the browser would work out the style of every row again.
  const LEAST = 2.5;  // times the height of the bar: the least visible height that leaves room for the fields
  let keyboard = "0px";
  function place() {
    const view = window.visualViewport, height = bar()?.offsetHeight;
    if (!height) return;
    const covered = view && view.scale === 1 ? Math.round(root.clientHeight - view.height - view.offsetTop) : 0;
    const above = covered > 0 && root.clientHeight - covered > LEAST * height ? covered : 0;
    keyboard = `${above}px`;
    bar().style.setProperty("--keyboard", keyboard);
    root.style.scrollPaddingBottom = `${height + above}px`;
    uncover();
  }
  function uncover() {
    const used = document.activeElement;
    if (!bar() || bar().contains(used) || !form().contains(used)) return;
    const field = (used.closest("label, .field") ?? used).getBoundingClientRect(), top = bar().getBoundingClientRect().top;
    if (field.bottom > top && field.top < innerHeight) scrollBy(0, field.bottom - top + 8);
  }
  window.visualViewport?.addEventListener("resize", place);
  const sizes = new ResizeObserver(() => requestAnimationFrame(place));

  // The reasons stay open or closed, as the user left them, from change to change and from hand to hand.
  let open = matchMedia("(min-width: 60rem) and (min-height: 56rem)").matches;
  document.addEventListener("toggle", ({ target }) => { if (target.matches(".outcome")) open = target.open; }, true);

  // Remove the errors that the server no longer finds, whichever field was changed to correct them.
  function forgive() {
    const faults = form().elements.seen.dataset.faults.split(" ");
    for (const list of form().querySelectorAll(".errors")) {
      const name = list.id.replace(/^id_|_error$/g, "");
      if (faults.includes(name)) continue;
      list.replaceChildren();  // an empty list keeps the fields around it where they are
      for (const field of form().querySelectorAll(`#id_${name}, [name="${name}"]`)) field.removeAttribute("aria-invalid");
    }
    if (!faults.includes("__all__")) form().querySelector(".faults")?.remove();
  }

  // After a save, scroll to the form of the next hand, below the totals and the notices. The message that the hand was saved makes room
  // for the next result, and earlier messages are out of date.
  const FINGER = 600;  // ms: the second tap of a double tap meant the hand before
  let begun = 0;
  const changed = () => { begun = Date.now(); };
  let keys = false;  // whether keys were used last: an on-screen keyboard is opened only for users who had it open
  document.addEventListener("keydown", () => { keys = true; }, true);
  document.addEventListener("pointerdown", () => { keys = false; }, true);
  function begin() {
    scrollTo(0, 0);
    const messages = document.getElementById("messages"), said = document.createElement("li");
    said.textContent = document.querySelector("#entry .success span")?.textContent ?? "";
    messages.replaceChildren(said);  // for screen readers
    messages.className = "visually-hidden";
    if (!form()) return;
    const buttons = form().querySelectorAll(".save > button");
    for (const button of buttons) button.setAttribute("aria-disabled", "true");
    setTimeout(() => { for (const button of buttons) button.removeAttribute("aria-disabled"); }, FINGER);
    const first = fields().find((field) => !field.closest(HEAD)), chosen = first?.name && form().querySelector(`[name="${first.name}"]:checked`);
    if (first && (keys || !first.matches("[type=text]"))) (chosen || first).focus({ preventScroll: true });
  }
  const fields = () => [...form().elements].filter((field) => field.matches("input:not([type=hidden]), select, textarea")
    && !field.matches(":disabled") && !field.closest("[hidden], details:not([open])"));
  document.addEventListener("htmx:afterSettle", ({ detail, target }) => {
    if (target.id === "entry" && detail.xhr?.status === 200 && detail.requestConfig.elt.matches("form[data-outbox]")) begin();
  });
  document.addEventListener("entry:next", () => { changed(); begin(); });
  document.addEventListener("submit", (event) => {
    if (event.target !== form() || typed(form()) || Date.now() - begun > FINGER) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  document.addEventListener("htmx:beforeSwap", ({ target }) => {
    if (target.id === "entry") changed();
    if (target.id === "why") keepSaved(target);
  });
  function keepSaved(why) {
    const saved = why.querySelector(".success");
    if (saved) form().after(saved);
  }

  // A hand that lacks values has no points, and what it lacks can be said here. The server hears of it only now and then, to tell the
  // others that somebody is typing before they forget it.
  const REMEMBERED = 6000;
  let told = { at: 0 };
  document.addEventListener("htmx:configRequest", (event) => {
    const { elt: why, formData, triggeringEvent } = event.detail, field = triggeringEvent?.target;
    // What the head shows, and what is wrong with a figure, only the server knows.
    if (why.id !== "why" || !field?.matches?.("[type=radio], [type=checkbox]") || field.closest(HEAD) || "typed" in form().dataset) return;
    const missing = gaps(form(), formData), { seen, key } = form().elements;
    if (!missing.length) return;
    keepSaved(why);
    const line = Object.assign(document.createElement("p"), { className: "missing" });
    line.textContent = `${form().querySelector("[data-missing]").dataset.missing} ${missing.map(({ label }) => label).join(", ")}`;
    seen.value = "";
    why.replaceChildren(seen, line);
    if (told.key === key.value && Date.now() - told.at < REMEMBERED) return event.preventDefault();
    told = { key: key.value, at: Date.now() };
    event.detail.path += "?typing";
  });

  // What is chosen in a folded part is shown on the element that opens it: in place of a key's text, or after the text of a line.
  const own = new WeakMap();  // the text of a key before anything is chosen
  function tell() {
    for (const key of form().querySelectorAll(".more > summary")) {
      if (!own.has(key)) own.set(key, { nodes: [...key.childNodes], label: key.getAttribute("aria-label") });
      const { nodes, label } = own.get(key), chosen = chosenIn(key.parentElement, false).join(" ");
      key.replaceChildren(...nodes);
      const says = label ?? seen(key);
      if (chosen) key.replaceChildren(chosen);
      if (chosen || label) key.setAttribute("aria-label", chosen ? `${chosen}, ${says}` : label);
      else key.removeAttribute("aria-label");
      key.classList.toggle("chosen", Boolean(chosen));
    }
    for (const line of form().querySelectorAll(".fold > summary")) {
      const chosen = chosenIn(line.parentElement, true).join(" · ");
      let says = line.querySelector(".chosen");
      if (!says && chosen) says = line.appendChild(Object.assign(document.createElement("span"), { className: "chosen" }));
      if (says) says.textContent = chosen;
    }
  }
  function chosenIn(fold, named) {
    const { colon } = document.getElementById("why").dataset;
    return [...fold.querySelectorAll("input, select")].filter((field) => isChosen(field)).map((field) => {
      const label = seen(field.labels[0]), group = field.closest("fieldset:not([role=none]), [role=radiogroup]");
      if (field.matches("select")) return `${label}${colon}${field.selectedOptions[0].textContent.trim()}`;
      if (field.matches("[type=checkbox]")) return label;
      if (field.matches("[type=radio]")) return named ? `${seen(group.querySelector("legend, :scope > span"))}${colon}${label}` : label;
      return `${label}${colon}${field.value}`;
    });
  }
  function isChosen(field) {
    if (field.matches(":disabled")) return false;
    return field.matches("[type=radio], [type=checkbox]") ? field.checked && field.value !== "" : field.value !== "";
  }
  // A key for a deal says what the head is with it, so that this needs no connection.
  function nameDeal({ title, subtitle, save }) {
    const head = form().querySelector(".head > summary"), words = document.getElementById("save-words");
    head.querySelector("h2").textContent = title;
    head.querySelector(".quiet").textContent = subtitle;
    if (words) words.textContent = save;
  }
  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, ({ target }) => {
      if (!target.form || target.form !== form()) return;
      if (target.closest(".deal-keys")) nameDeal(target.dataset);
      tell();
    });
  }

  function show() {
    if (!form()) return;
    tell();
    sizes.disconnect();
    if (bar()) {
      bar().style.setProperty("--keyboard", keyboard);
      sizes.observe(bar());
    }
    const outcome = form().querySelector(".outcome");
    if (outcome) outcome.open = open;
  }
  document.addEventListener("htmx:afterSettle", ({ target }) => {
    show();
    if (target.id === "why") forgive();
  });
  document.addEventListener("live:shown", show);
  show();
})();

// Typing a hand without a mouse. While a key of the form has the focus, letters and digits choose another key of its group, or one of
// a later group if the groups between have a value, and the focus moves on: "4SS+1" and Enter can be a whole hand.
(() => {
  const { seen } = window.scorer, PAUSE = 1500;
  const KEYS = "[type=radio], [type=checkbox]", DIGITS = "[inputmode=numeric], [inputmode=decimal]";
  let said = "", group = "", since = 0;  // what was typed last, in which group, and when

  const plain = (text) => text.normalize("NFD").replace(/[\p{M}\s\u00ad]/gu, "").replace("−", "-").replace("×", "x").toLowerCase();
  // The names of a key: its visible text, or the name of a suit.
  function namesOf(key) {
    const [label] = key.labels;
    return [seen(label), ...[...label.querySelectorAll(".suit .visually-hidden")].map(({ textContent }) => textContent)].map(plain);
  }
  // Suits can also be chosen by their English letters. In a group of words, such as names, a digit is the number of a key.
  function find(keys, text) {
    const named = keys.filter((key) => namesOf(key).some((name) => name.startsWith(text)));
    if (named.length) return named;
    const words = keys[0].closest(".words") && !keys.some((key) => /\d/.test(seen(key.labels[0])));
    return words && /^[1-9]$/.test(text) ? keys.slice(text - 1, text) : keys.filter(({ value }) => value.toLowerCase() === text);
  }

  // A key behind "…" can be chosen without opening it. Other folded parts and hidden fields are skipped.
  const fieldsOf = (form) => [...form.elements].filter((field) => field.matches("input:not([type=hidden]), select, textarea")
    && !field.matches(":disabled") && !field.closest("[hidden], details:not([open], .more)"));
  const isSeen = (field) => !field.closest(".more:not([open])");

  function goOn(key) {
    const fields = fieldsOf(key.form).filter(isSeen), last = Math.max(...fields.map(({ name }, place) => (name === key.name ? place : -1)));
    const next = fields[last + 1] ?? key.form.querySelector(".save > button");
    (next.matches(KEYS) && fields.find(({ name, checked }) => name === next.name && checked) || next).focus();
  }
  function choose(key, text, only) {
    if (key.matches("[type=checkbox]") || !key.checked) key.click();
    if (only && key.matches("[type=radio]")) return goOn(key);
    if (isSeen(key)) key.focus();
    [said, group, since] = [key.matches("[type=radio]") ? text : "", key.name, Date.now()];
  }

  document.addEventListener("keydown", (event) => {
    const { target, key, ctrlKey, altKey, metaKey } = event, { form } = target;
    if (!form?.matches(".entry") || !target.matches(KEYS) || key.length !== 1 || key === " " || ctrlKey || altKey || metaKey) return;
    const fields = fieldsOf(form), names = [...new Set(fields.map(({ name }) => name))], typed = plain(key);
    if (!typed) return;
    const more = group === target.name && Date.now() - since < PAUSE ? said + typed : typed;
    [said, group] = ["", ""];
    for (const name of names.slice(names.indexOf(target.name))) {
      const keys = fields.filter((field) => field.name === name);
      if (keys[0].matches(DIGITS) && /\d/.test(typed)) return keys[0].focus();  // the digit will be typed there
      if (!keys[0].matches(KEYS)) continue;
      for (const text of name === target.name ? [more, typed] : [typed]) {
        const found = find(keys, text);
        if (!found.length) continue;
        event.preventDefault();
        return choose(found[0], text, found.length === 1);
      }
      if (!keys.some(({ checked }) => checked) && !keys[0].matches("[type=checkbox]:only-of-type")) break;
    }
    const button = [...form.querySelectorAll(".save > button.second")].find(({ textContent }) => plain(textContent).startsWith(typed));
    button?.focus();
  });
})();
