import { readText } from '../../../src/engines/local/text/read-text'
import { waysBack } from '../../../src/figure/layout/ways-back'
import type { Diagram } from '../../../src/forms/diagram'
import type { Box, Scene } from '../../../src/forms/scene'
import { aim, type Row } from '../harness/rows'
import { percentile } from '../harness/stats'
import { tools } from './figures'

/** Flowcharts as authors of papers write them, each with the direction that its author asked for. */
export const DIRECTED: Readonly<Record<string, string>> = {
  trial: `flowchart TD
    A["Assessed for eligibility (n = 512)"] --> B["Excluded (n = 146)<br/>Did not meet criteria (n = 98)<br/>Declined (n = 48)"]
    A --> C["Randomised (n = 366)"]
    C --> D["Allocated to intervention (n = 184)"]
    C --> E["Allocated to usual care (n = 182)"]
    D --> F["Lost to follow-up (n = 11)<br/>Discontinued (n = 4)"]
    E --> G["Lost to follow-up (n = 14)<br/>Discontinued (n = 2)"]
    F --> H["Analysed (n = 184)"]
    G --> I["Analysed (n = 182)"]`,
  review: `flowchart TD
    A[Records identified from databases n = 4 212] --> C[Records after duplicates removed n = 3 105]
    B[Records from registers n = 388] --> C
    C --> D[Records screened n = 3 105]
    D --> E[Records excluded n = 2 790]
    D --> F[Reports sought for retrieval n = 315]
    F --> G[Reports not retrieved n = 21]
    F --> H[Reports assessed for eligibility n = 294]
    H --> I[Reports excluded n = 236]
    H --> J[Studies included in review n = 58]`,
  segmentation: `flowchart LR
    subgraph prep[Preprocessing]
      A[Whole-slide image] --> B[Tissue mask] --> C[Tiles 512 x 512]
    end
    subgraph net[Network]
      D[Encoder] --> E[Bottleneck] --> F[Decoder]
      D -->|skip| F
    end
    subgraph post[Postprocessing]
      G[Watershed] --> H[Nucleus features]
    end
    C --> D
    F --> G
    H --> I[(Feature table)]`,
  retrieval: `flowchart LR
    Q([Query]) --> E[Query encoder]
    E --> S{{Nearest neighbours}}
    D[(Document store)] --> P[Passage encoder]
    P --> I[(Vector index)]
    I --> S
    S --> R[Reranker]
    R --> G[Generator]
    Q --> G
    G --> A([Answer])`,
  learning: `flowchart TD
    A[Unlabelled pool] --> B[Query strategy]
    B --> C{Budget left?}
    C -->|yes| D[Expert labels batch]
    D --> E[Training set]
    E --> F[Retrain model]
    F --> G[Evaluate on validation split]
    G -.-> B
    C -->|no| H[Final model]
    H --> I[Report test error]`,
  decision: `graph TB
    S((Start)) --> A[Acquire CT volume]
    A --> B{Artefacts present?}
    B -->|yes| C[Correct motion]
    C --> B
    B -->|no| D[Segment lung lobes]
    D --> E[Detect nodules]
    E --> F{Diameter above 6 mm?}
    F -->|yes| G[Refer to radiologist]
    F -->|no| H[Routine follow-up]
    G --> I((End))
    H --> I`,
  stack: `flowchart BT
    subgraph data[Data layer]
      A[(Claims)]
      B[(Laboratory results)]
      C[(Imaging archive)]
    end
    subgraph features[Feature layer]
      D[Code embedding]
      E[Trend features]
      F[Radiomics]
    end
    subgraph models[Model layer]
      G[Gradient boosting]
      H[Survival network]
    end
    A --> D
    B --> E
    C --> F
    D --> G
    E --> G
    E --> H
    F --> H
    G --> I[Risk score]
    H --> I`,
  omics: `flowchart TD
    A[Blood samples from 48 donors] --> B[DNA extraction]
    A --> C[RNA extraction]
    A --> D[Plasma separation]
    B --> E[Whole-genome sequencing]
    C --> F[RNA sequencing]
    D --> G[Mass spectrometry]
    E --> H[Variant calling]
    F --> I[Transcript quantification]
    G --> J[Protein quantification]
    H --> K[Quality control]
    I --> K
    J --> K
    K --> L[Factor analysis]
    L --> M[Associations with outcome]`,
  chain: `flowchart TD
    A[Collect survey responses] --> B[Remove incomplete records]
    B --> C[Impute missing values]
    C --> D[Weight by region and age]
    D --> E[Fit mixed model]
    E --> F[Check residuals]
    F --> G[Report estimates]`,
  long: `flowchart LR
    A[Raw reads] --> B[Quality control] --> C[Adapter trimming] --> D[Alignment] --> E[Duplicate marking]
    E --> F[Base recalibration] --> G[Variant calling] --> H[Joint genotyping] --> I[Variant filtering]
    I --> J[Annotation] --> K[Prioritisation] --> L[Clinical report]`,
  federated: `flowchart TD
    subgraph siteA[Hospital A]
      A1[Local records] --> A2[Local training] --> A3[Encrypted update]
    end
    subgraph siteB[Hospital B]
      B1[Local records] --> B2[Local training] --> B3[Encrypted update]
    end
    subgraph siteC[Hospital C]
      C1[Local records] --> C2[Local training] --> C3[Encrypted update]
    end
    A3 --> S[Secure aggregation]
    B3 --> S
    C3 --> S
    S --> G[Global model]
    G -->|next round| A2
    G -->|next round| B2
    G -->|next round| C2
    G --> V[External validation]`,
  control: `flowchart RL
    R[Reference trajectory] --> E[Tracking error]
    E --> C[Model predictive controller]
    C --> P[Quadrotor plant]
    W[Wind disturbance] --> P
    P --> O[State estimate]
    O --> E
    P --> L[(Flight log)]`,
}

const CANVASES = ['16:9', '4:3', '1:1', '9:16'] as const

/** A drawn flowchart with how much of it runs as its author asked. */
export interface DirectedFigure {
  name: string
  ratio: string
  /** Edges that belong to no loop's way back, and those of them that run in the asked direction. */
  edges: number
  along: number
  figures: Record<string, number>
  scene: Scene
}

export async function drawDirected(
  extra: Readonly<Record<string, Diagram>> = {},
): Promise<DirectedFigure[]> {
  const diagrams = { ...extra }
  for (const [name, text] of Object.entries(DIRECTED)) diagrams[name] = await readText(text)
  const drawn: DirectedFigure[] = []
  for (const [name, diagram] of Object.entries(diagrams)) {
    for (const ratio of CANVASES) {
      const scene = await tools.draw(diagram, { style: 'academic', ratio, title: name })
      drawn.push({
        name,
        ratio,
        scene,
        figures: tools.measure(scene),
        ...directedShare(diagram, scene),
      })
    }
  }
  return drawn
}

/** Edges whose target begins where their source ends or beyond, seen in the asked direction. */
export function directedShare(diagram: Diagram, scene: Scene): { edges: number; along: number } {
  const boxes = new Map(scene.elements.map(({ id, box }) => [id, box]))
  const back = waysBack(diagram)
  const forward = diagram.edges.filter(({ id, from, to }) => from !== to && !back.has(id))
  const along = forward.filter(({ from, to, fromGroup, toGroup }) => {
    const [a, b] = [boxes.get(fromGroup ?? from), boxes.get(toGroup ?? to)]
    return a && b && follows(a, b, diagram.direction)
  })
  return { edges: forward.length, along: along.length }
}

function follows(a: Box, b: Box, direction: Diagram['direction']): boolean {
  switch (direction) {
    case 'left':
      return b.x + b.width <= a.x
    case 'up':
      return b.y + b.height <= a.y
    case 'down':
      return b.y >= a.y + a.height
    default:
      return b.x >= a.x + a.width
  }
}

const FAULTS = [
  'nodeOverlaps',
  'edgesThroughNodes',
  'textOverflow',
  'labelHits',
  'edgesOnOneLine',
  'edgesOnGroupBorder',
] as const

export async function directedRows(diagrams: Readonly<Record<string, Diagram>>): Promise<Row[]> {
  const asked = Object.entries(diagrams).filter(
    ([, { direction, shape }]) => direction && shape === 'graph',
  )
  const drawn = await drawDirected(Object.fromEntries(asked))
  const sum = (of: (each: DirectedFigure) => number) =>
    drawn.reduce((total, each) => total + of(each), 0)
  const row = (figure: string, value: number, unit = ''): Row => ({
    figure: `directed: ${figure}`,
    value,
    unit,
  })
  const texts = drawn.map(({ figures }) => figures.smallestTextPt ?? 0)
  const faults = sum(({ figures }) => FAULTS.reduce((all, name) => all + (figures[name] ?? 0), 0))
  return [
    row('figures', drawn.length),
    aim(
      row(
        'edges that run as asked',
        (100 * sum(({ along }) => along)) / sum(({ edges }) => edges),
        '%',
      ),
      { least: 98 },
    ),
    aim(row('faults', faults), { most: 0 }),
    aim(row('smallest text, worst', Math.min(...texts), 'pt'), { least: 6 }),
    row(
      'edge crossings',
      sum(({ figures }) => figures.edgeCrossings ?? 0),
    ),
    row(
      'largest empty rectangle, p90',
      percentile(
        drawn.map(({ figures }) => figures.largestEmptyShare ?? 0),
        0.9,
      ),
    ),
  ]
}
