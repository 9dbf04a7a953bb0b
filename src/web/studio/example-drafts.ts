import type { Draft } from './draft'

/** What a first visitor may begin with, each with its picture in `assets/examples/`. */
export const EXAMPLES: Readonly<Record<string, Partial<Draft>>> = {
  pipeline: {
    tab: 'text',
    caption: 'Contrastive pretraining',
    text: `flowchart LR
  subgraph Inputs
    A[Raw images]
    B[(Report texts)]
  end
  A --> C[Image encoder]
  B --> D[Text encoder]
  C --> E{Contrastive loss}
  D --> E
  E -->|fine-tune| F[Classifier]`,
  },
  review: {
    tab: 'text',
    caption: 'A systematic review',
    text: `Screening
1. Search three databases
2. Remove duplicates
3. Screen titles and abstracts

Analysis
1. Extract effect sizes
2. Fit a random-effects model
3. Test for publication bias`,
  },
  chart: {
    tab: 'data',
    data: 'model,accuracy\nResNet-50,76.1\nViT-B,79.8\nConvNeXt,82.1\nOurs,84.3',
    intent: 'Bar chart of accuracy by model',
    chart: '',
  },
  arrows: {
    tab: 'text',
    caption: 'Variant calling',
    text: `Raw reads -> fastp
fastp -> STAR: trimmed reads
Reference genome -> STAR
STAR -> GATK: alignments
GATK -> VEP
VEP -> Random forest: annotated variants
Known variants -> Random forest`,
  },
}
