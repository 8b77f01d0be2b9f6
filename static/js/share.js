// A button with data-share shares the text of that field, or copies it if the browser cannot share.
"use strict";
for (const button of document.querySelectorAll("[data-share]")) {
  const field = document.getElementById(button.dataset.share);
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      if (navigator.share) return await navigator.share({ text: field.value });
      if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
      else { field.select(); document.execCommand("copy"); }  // over plain HTTP, as in a club's own network
      button.textContent = button.dataset.done;
    } catch { field.select(); }  // cancelled or not allowed: the text can be copied by hand
  });
}
