// Draws the document of the API with Swagger UI, which lies in an installed package.
const place = document.getElementById("operations");

// It draws a main part of its own, and a page has one.
const drawn = new MutationObserver(() => {
  place.querySelector("main:not([role])")?.setAttribute("role", "presentation");
});
drawn.observe(place, { childList: true, subtree: true });

window.SwaggerUIBundle({
  url: place.dataset.document,
  domNode: place,
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  docExpansion: "list",
  validatorUrl: null,
});
