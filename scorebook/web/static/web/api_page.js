// Draws the document of the API with Swagger UI, which lies in an installed package.
const place = document.getElementById("operations");

window.SwaggerUIBundle({
  url: place.dataset.document,
  domNode: place,
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  docExpansion: "list",
  validatorUrl: null,
  onComplete() {
    // It brings a main part of its own, and a page has one.
    place.querySelector("main")?.setAttribute("role", "presentation");
  },
});
