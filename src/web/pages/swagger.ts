/** What the page uses of swagger-ui-dist, which defines a global. */
interface SwaggerUi {
  (options: Record<string, unknown>): unknown
  presets: { apis: unknown }
}

declare const SwaggerUIBundle: SwaggerUi

const dark = matchMedia('(prefers-color-scheme: dark)')
const dress = () => {
  const { theme } = document.documentElement.dataset
  document.documentElement.classList.toggle('dark-mode', theme ? theme === 'dark' : dark.matches)
}
dark.addEventListener('change', dress)
dress()

// Every box of the dialog for keys asks for the focus, so that the last would have it: the first is the API key's.
const opened = ({ addedNodes }: MutationRecord) =>
  [...addedNodes].some((node) => node instanceof Element && node.matches('.dialog-ux'))
new MutationObserver((changes) => {
  if (changes.some(opened)) document.querySelector<HTMLInputElement>('.dialog-ux input')?.focus()
}).observe(document.body, { childList: true, subtree: true })

SwaggerUIBundle({
  url: new URL('swagger/json', document.baseURI).href,
  dom_id: '#swagger',
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  // Its badge would ask a server of other people's whether the document is valid.
  validatorUrl: null,
})
