/** What stands in figures: phrases, names, numbers, signs. Equal draws give equal words. */
export class Draw {
  #state: number

  constructor(seed: string) {
    this.#state = new Bun.CryptoHasher('sha256').update(seed).digest().readUInt32LE(0) || 1
  }

  /** 0 to 1, by mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(list: readonly T[]): T {
    const found = list[Math.floor(this.next() * list.length)]
    if (found === undefined) throw new Error('nothing to pick from')
    return found
  }
}

const ADJECTIVES =
  'raw,shared,frozen,adaptive,sparse,latent,noisy,global,local,hybrid,causal,robust,spatial,temporal,weighted,clinical,synthetic,hierarchical,bidirectional,self-supervised,pre-trained,low-rank,multi-head,fine-tuned,cross-modal,end-to-end'.split(
    ',',
  )
const NOUNS =
  'encoder,decoder,samples,features,attention,embedding,classifier,tokenizer,pipeline,retriever,memory,planner,policy,reward,buffer,graph,query,index,cache,router,tissue,cells,genes,proteins,mutations,antibody,patients,cohort,biopsy,imaging,spectrum,voltage,current,pressure,catalyst,reactor,sediment,rainfall,climate,species,survey,interview,quality,baseline,residual,gradient,dropout,kernel,filter,histogram,matrix,vector,hypothesis,likelihood,posterior,inference,regression,clustering,segmentation,registration,alignment,annotation,normalization,augmentation,evaluation,deployment,monitoring,feedback,workflow,milling,firmware,lithium,illumination'.split(
    ',',
  )
const VERBS =
  'Train,Extract,Filter,Align,Merge,Rank,Score,Select,Collect,Estimate,Validate,Normalize,Segment,Detect,Predict,Sample,Encode,Update,Cluster,Compute,Freeze,Evaluate,Aggregate,Illuminate'.split(
    ',',
  )
const NAMES =
  'ResNet-50,BERT,GPT-4o,ReLU,LoRA,LiDAR,U-Net,ViT-B/16,Softmax,LayerNorm,MLP,CNN,LSTM,k-NN,PCA,t-SNE,UMAP,IL-6,TP53,CD8+,mRNA,scRNA-seq,GRCh38,PubMed,SQL,API v2.1,JSON,YOLOv8,H100,RTX 4090,ImageNet-1k,F1-score,ROC-AUC,top-k,Q/K/V,x_train,batch_size,lr=3e-4,Conv 3x3,CO2,ATP,pH 7.4,HNO3,Fe3O4,Illumina,NaCl,WiFi,IoT,kNN'.split(
    ',',
  )
const VALUES =
  'n = 128,n=1,204,p < 0.05,p = 0.003,95 % CI,12.5 ms,0.87,10,000,3.2 GB,50%,Step 1,Step 2,Phase II,(a),(b),(c),Table 1,Fig. 3,t = 0,t+1,0-10 km,24 h,37 °C,±0.3,512 × 512,1e-3,x2,256-d,Day 14,Q1 2024,64 kHz,$1.2M,#17'
    .split(',')
    .filter((value) => !/^(1|204|000)$/.test(value))
const SHORT =
  'yes,no,Input,Output,Loss,Start,End,Data,Model,Add & Norm,true,false,OK,Results,Legend,Control,Treated'.split(
    ',',
  )
const UNITS =
  'Accuracy (%),Time (s),Loss,Epoch,Frequency (Hz),Dose (mg/kg),Depth (m),Count,Reward,Temperature (°C),Error rate,Latency (ms),Number of samples,F1 score,Year,Concentration (nM)'.split(
    ',',
  )

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)

/** A label of one to five words, or a name or value. */
export function label(draw: Draw): string {
  const kind = draw.next()
  const noun = () => draw.pick(NOUNS)
  const adjective = () => draw.pick(ADJECTIVES)
  if (kind < 0.22) return capital(`${adjective()} ${noun()}`)
  if (kind < 0.36) return `${draw.pick(VERBS)} ${noun()}`
  if (kind < 0.46)
    return `${capital(noun())} ${noun()} ${draw.pick(['of', 'and', 'with', 'for', 'by'])} ${noun()}`
  if (kind < 0.56) return capital(noun())
  if (kind < 0.7) return draw.pick(NAMES)
  if (kind < 0.78) return `${draw.pick(NAMES)} ${noun()}`
  if (kind < 0.9) return draw.pick(VALUES)
  return draw.pick(SHORT)
}

/** A sentence's part of four to eight words. */
export function sentence(draw: Draw): string {
  const words = Array.from({ length: draw.between(4, 7) }, (_, k) =>
    k % 2 === 0 ? draw.pick(ADJECTIVES) : draw.pick(NOUNS),
  )
  return `${capital(words.join(' '))}${draw.pick(['', '.', ','])}`
}

export const axisTitle = (draw: Draw): string => draw.pick(UNITS)

/** Evenly stepped numbers as an axis writes them. */
export function ticks(draw: Draw, count: number): string[] {
  const [step, digits] = draw.pick([
    [0.2, 1],
    [0.05, 2],
    [10, 0],
    [25, 0],
    [500, 0],
    [1, 0],
    [2.5, 1],
  ] as const)
  const from = draw.chance(0.2) ? -2 : 0
  return Array.from({ length: count }, (_, k) => ((from + k) * step).toFixed(digits))
}
