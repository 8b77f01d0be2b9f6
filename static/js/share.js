// A button with data-share hands the text of that field to the phone, or copies it where nothing can be shared.
"use strict";
for (const button of document.querySelectorAll("[data-share]")) {
  const field = document.getElementById(button.dataset.share);
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      if (navigator.share) return await navigator.share({ text: field.value });
      if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
      else { field.select(); document.execCommand("copy"); }  // on plain http, as in a club's own network
      button.textContent = button.dataset.done;
    } catch { field.select(); }  // called off, or not allowed: the text is there to be taken by hand
  });
}
