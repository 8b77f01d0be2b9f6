// The house rules follow the preset that is chosen. What was typed into them while the answer was on its way stands: they are
// asked for once more.
"use strict";
document.addEventListener("htmx:beforeSwap", ({ detail, target }) => {
  if (target.id !== "house-rules") return;
  const variant = target.closest(".variant"), said = (values) => JSON.stringify([...values].sort());
  const now = [...new FormData(target.closest("form"))].filter(([name]) => variant.querySelector(`[name="${name}"]`));
  if (said(now) === said(detail.requestConfig.formData)) return;
  detail.shouldSwap = false;
  htmx.trigger(detail.requestConfig.elt, "change");
});
