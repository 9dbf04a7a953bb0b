import { expect, test } from 'bun:test'
import { useApps } from '../support/app'

const startApp = useApps()

const PEOPLE = `flowchart LR
  A["Patients"] --> B["Cloud server"] --> C["Scanner"] --> D["Neural network"] --> E["Doctor"]
  C --> F["Reports"]
  B --> F
  E --> C
  A --> G["Nurse"] --> F
  D --> G`
/** Its rounds find a better place. */
const LETTERS =
  'flowchart LR\n  C --> F\n  A --> G\n  E --> H\n  D --> H\n  A --> E\n  E --> G\n  D --> G\n  A --> B\n  A --> D\n  B --> E'

test.each([
  ['with icons', PEOPLE],
  ['without', LETTERS],
])(
  '%s, iterations give the templates of the first and of the optimised figure',
  async (which, method_text) => {
    const app = await startApp()
    const run = async (optimize_iterations: number) => {
      const body = { method_text, optimize_iterations, sam_prompt: 'icon,person,robot' }
      const id = await app.submit('/api/run', body)
      const { artifacts } = await app.ended(id)
      const file = async (path: string) => (await app.ask(`/api/artifacts/${id}/${path}`)).text()
      return { paths: artifacts.map(({ path }) => path), file }
    }
    const [plain, optimised] = [await run(0), await run(6)]
    expect(plain.paths).not.toContain('optimized_template.svg')
    const figure = (svg: string) =>
      svg.replace(/<g (?:id="AF\d+" class="icon"|class="icon" id=).*?<\/g>/g, '')
    const before = await optimised.file('template.svg')
    expect(before).toBe(await plain.file('template.svg'))
    const after = await optimised.file('optimized_template.svg')
    expect(after.includes('<g id="AF01" class="icon">')).toBe(which === 'with icons')
    expect(after === before).toBe(which === 'with icons')
    expect(figure(after)).toBe(figure(await optimised.file('final.svg')))
  },
)
