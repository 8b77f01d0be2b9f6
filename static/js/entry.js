// The form in which a hand is typed. Without this file it is filled in and saved as any form is.
"use strict";
(() => {
  const { typed, seen } = window.scorer, root = document.documentElement;
  const form = () => document.getElementById("why")?.closest("form");
  const bar = () => document.getElementById("why")?.closest(".save");  // in the admin it is no bar

  // The bar with the result and the button that saves stays in sight, above a keyboard on the screen too, unless that leaves it
  // no room; and the field in use stays in sight above the bar.
  const LEAST = 2.5;  // the part of what can be seen that is more than the bar
  function place() {
    const view = window.visualViewport, height = bar()?.offsetHeight ?? 0;
    const covered = view && view.scale === 1 ? Math.round(root.clientHeight - view.height - view.offsetTop) : 0;
    const seen = root.clientHeight - covered;
    root.style.setProperty("--keyboard", `${covered > 0 && seen > LEAST * height ? covered : 0}px`);
    root.style.setProperty("--visible", `${seen}px`);
    if (height) root.style.setProperty("--bar", `${height}px`);
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

  // Whether the reasons are open is up to whoever looks at them, from change to change and from hand to hand.
  let open = matchMedia("(min-width: 60rem) and (min-height: 56rem)").matches;
  document.addEventListener("toggle", ({ target }) => { if (target.matches(".outcome")) open = target.open; }, true);

  // What the server has just found nothing wrong with is no fault any more, whichever field it was put right in.
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

  // After a save the form of the next hand is at the top, below the totals and what the sheet says of the game. What is said to have
  // been saved makes room for the next result, and a message about the hand before is out of date.
  const FINGER = 600;  // one that taps twice meant the hand before
  let begun = 0;
  const changed = () => { begun = Date.now(); };
  let keys = false;  // were used last: a keyboard on the screen opens only for whoever has one already
  document.addEventListener("keydown", () => { keys = true; }, true);
  document.addEventListener("pointerdown", () => { keys = false; }, true);
  function begin() {
    scrollTo(0, 0);
    const messages = document.getElementById("messages"), said = document.createElement("li");
    said.textContent = document.querySelector("#entry .success span")?.textContent ?? "";
    messages.replaceChildren(said);  // for whoever hears the page
    messages.className = "visually-hidden";
    if (!form()) return;
    const buttons = form().querySelectorAll(".save > button");
    for (const button of buttons) button.setAttribute("aria-disabled", "true");
    setTimeout(() => { for (const button of buttons) button.removeAttribute("aria-disabled"); }, FINGER);
    const first = fields()[0], chosen = first?.name && form().querySelector(`[name="${first.name}"]:checked`);
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
    const saved = target.id === "why" && target.querySelector(".success");
    if (saved) form().after(saved);
  });

  // What is chosen in a part that folds stands on what opens it: on the key in its own place, in a line behind its words.
  const own = new WeakMap();  // what a key says before anything is chosen
  function tell() {
    for (const key of form().querySelectorAll(".more > summary")) {
      if (!own.has(key)) own.set(key, { nodes: [...key.childNodes], label: key.getAttribute("aria-label") ?? key.textContent });
      const { nodes, label } = own.get(key), chosen = chosenIn(key.parentElement, false).join(" ");
      key.replaceChildren(...(chosen ? [chosen] : nodes));
      key.setAttribute("aria-label", chosen ? `${chosen}, ${label}` : label);
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
    return [...fold.querySelectorAll("input, select")].filter((field) => isChosen(field)).map((field) => {
      const label = seen(field.labels[0]), group = field.closest("fieldset:not([role=none]), [role=radiogroup]");
      if (field.matches("select")) return `${label}: ${field.selectedOptions[0].textContent.trim()}`;
      if (field.matches("[type=checkbox]")) return label;
      if (field.matches("[type=radio]")) return named ? `${seen(group.querySelector("legend, :scope > span"))}: ${label}` : label;
      return `${label}: ${field.value}`;
    });
  }
  function isChosen(field) {
    if (field.matches(":disabled")) return false;
    return field.matches("[type=radio], [type=checkbox]") ? field.checked && field.value !== "" : field.value !== "";
  }
  for (const kind of ["input", "change"]) document.addEventListener(kind, ({ target }) => target.form && target.form === form() && tell());

  function show() {
    if (!form()) return;
    tell();
    sizes.disconnect();
    if (bar()) sizes.observe(bar());
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
