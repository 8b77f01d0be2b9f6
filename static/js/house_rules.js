// The house rules follow the chosen preset. If some were changed during the request, the response is dropped and requested again with
// those changes.
"use strict";
document.addEventListener("htmx:beforeSwap", ({ detail, target }) => {
  if (target.id !== "house-rules") return;
  const variant = target.closest(".variant"), sorted = (values) => JSON.stringify([...values].sort());
  const now = [...new FormData(target.closest("form"))].filter(([name]) => variant.querySelector(`[name="${name}"]`));
  if (sorted(now) === sorted(detail.requestConfig.formData)) return;
  detail.shouldSwap = false;
  htmx.trigger(detail.requestConfig.elt, "change");
});
