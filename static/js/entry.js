// The form in which a hand is typed. Without this file it is filled in and saved as any form is.
"use strict";
(() => {
  const root = document.documentElement;
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
      list.remove();
      for (const field of form().querySelectorAll(`#id_${name}, [name="${name}"]`)) field.removeAttribute("aria-invalid");
    }
    if (!faults.includes("__all__")) form().querySelector(".faults")?.remove();
  }

  function show() {
    if (!form()) return;
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
