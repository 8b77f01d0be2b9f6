// A file that the server would refuse for its size is not sent. data-most: bytes; data-too-large: what to say.
"use strict";
(() => {
  const isTooLarge = (field) => [...field.files].some(({ size }) => size > Number(field.dataset.most));
  function check(field) {
    const wrong = isTooLarge(field), place = field.closest(".field");
    place.querySelector(".errors")?.remove();
    field.setAttribute("aria-invalid", wrong);
    if (!wrong) return;
    const error = document.createElement("p");
    error.className = "errors";
    error.id = `${field.id}_error`;
    error.setAttribute("role", "alert");
    error.textContent = field.dataset.tooLarge;
    place.append(error);
  }
  document.addEventListener("change", ({ target }) => target.matches("[data-most]") && check(target));
  document.addEventListener("submit", (event) => {
    const wrong = [...event.target.querySelectorAll("[data-most]")].find(isTooLarge);
    if (!wrong) return;
    event.preventDefault();
    wrong.focus();
  });
})();
