/** Method paragraphs of many fields, in the style of papers: passive and active, lists, loops. */
export const PARAGRAPHS: Readonly<Record<string, string>> = {
  retrieval: `We propose a retrieval-augmented pipeline for open-domain question answering. First, the corpus is split into passages of 100 words and each passage is encoded by a BERT-based dual-encoder into a 768-dimensional vector. The vectors are stored in a FAISS index. At query time, the question encoder embeds the user question and the index returns the top-100 passages by inner product. A cross-encoder re-ranks these passages, and the ten best are concatenated with the question. The generator, a fine-tuned T5 model, reads this context and produces the answer together with citations. Finally, we train the retriever and the generator jointly with a contrastive loss (temperature 0.05) until the validation score stops improving. Our system outperforms BM25 by 12 points.`,
  'bulk sequencing': `Total RNA was extracted from liver tissue using TRIzol and its quality was assessed on a Bioanalyzer. Libraries were prepared with the TruSeq kit and sequenced on an Illumina NovaSeq 6000. Raw reads were trimmed with Trimmomatic, aligned to the mouse genome (mm10) with STAR, and quantified using featureCounts. Genes with fewer than ten counts were removed. Differential expression was tested with DESeq2 (FDR < 0.05). Significant genes were subjected to pathway enrichment analysis.`,
  'single cells': `Fresh tumour samples were dissociated into single-cell suspensions using the gentleMACS kit. Dead cells were removed by FACS, and viable cells were loaded onto the 10x Chromium controller. After reverse transcription, cDNA was amplified for 12 cycles and sequenced. Cell Ranger was used to align reads and count UMIs. Cells with more than 10% mitochondrial reads were filtered out. Counts were normalized and log-transformed, and 2,000 highly variable genes were selected. We then performed principal component analysis, built a k-nearest-neighbour graph (k = 15), and clustered the cells with the Leiden algorithm. Clusters were annotated by marker genes and visualized with UMAP.`,
  diffusion: `Given a text prompt, a frozen CLIP encoder computes a sequence of token embeddings. A U-Net denoiser takes a noisy latent, the timestep, and the embeddings as input and predicts the added noise. During sampling, we start from Gaussian noise and iteratively subtract the predicted noise for 50 steps. The final latent is decoded into an image by the VAE decoder. A super-resolution model then upsamples the image to 1024 pixels.`,
  'federated learning': `In each round, the server selects a random subset of clients and broadcasts the global model. Each client trains the model locally on its private data for five epochs and sends the weight update back to the server. Updates are clipped and perturbed with Gaussian noise to guarantee differential privacy. The server aggregates the updates by weighted averaging. This process is repeated until convergence.`,
  'storage engine': `Incoming writes are appended to a write-ahead log and inserted into an in-memory memtable. When the memtable is full, it is flushed to disk as an immutable SSTable. A background thread compacts SSTables level by level and discards obsolete versions. Reads consult the memtable first, then probe a Bloom filter for each level and finally search the matching table. Hot blocks are cached in an LRU block cache.`,
  'social science': `Participants were recruited through Prolific and screened for eligibility. Eligible participants gave informed consent and completed a demographic questionnaire. They were randomly assigned to either the treatment or the control group. The treatment group watched a 10-minute video on climate policy, whereas the control group watched a neutral documentary. All participants then completed the attitude scale. Responses were analysed with mixed-effects regression, and open answers were coded independently by two raters.`,
  chemistry: `Compound 3 was synthesized in two steps. A solution of aldehyde 1 (2.0 mmol) in dry THF was cooled to -78 °C, and n-BuLi was added dropwise over 20 min. The mixture was stirred for 2 h, quenched with saturated ammonium chloride, and extracted with ethyl acetate. The combined organic layers were washed with brine, dried over sodium sulfate, and concentrated under reduced pressure. The crude product was purified by column chromatography. The structure was confirmed by NMR.`,
  imperatives: `Load the images and resize them to 224 x 224. Normalize the pixel values. Train a ResNet-50 on the training set for 90 epochs with SGD. Evaluate the model on the validation set. If accuracy drops, lower the learning rate and retrain. Export the best checkpoint to ONNX and deploy it behind a REST API.`,
  'clinical records': `We retrospectively reviewed the records of 412 patients with type 2 diabetes treated between 2015 and 2020. Patients with missing HbA1c were excluded. Baseline characteristics were collected from electronic health records. Propensity scores were estimated with logistic regression and patients were matched 1:1. The primary outcome was a major cardiovascular event within three years. Hazard ratios were computed with Cox models adjusted for age and sex. Sensitivity analyses were conducted using inverse probability weighting.`,
  transformer: `The encoder maps an input sequence of symbols to a sequence of continuous representations. Each encoder layer consists of a multi-head self-attention mechanism followed by a position-wise feed-forward network. Residual connections and layer normalization are applied around each sub-layer. The decoder attends to the encoder output and generates one token at a time. A linear layer and softmax convert the decoder output into next-token probabilities. We minimize cross-entropy with label smoothing.`,
  agents: `A planner agent receives the user request and decomposes it into subtasks. Each subtask is dispatched to a worker agent, which calls external tools such as a code interpreter, a web browser, and a SQL database. Tool outputs are written to a shared memory. A critic agent checks the intermediate results and sends feedback to the planner. When all subtasks pass the check, a writer agent composes the final report.`,
  proteomics: `Proteins were extracted from frozen biopsies, reduced with DTT, alkylated with iodoacetamide, and digested overnight with trypsin at 37 °C. Peptides were desalted on C18 cartridges and separated by nanoLC over a 90 min gradient. Spectra were acquired on an Orbitrap Exploris in data-dependent mode. MaxQuant matched the spectra against the human UniProt database. Label-free intensities were normalized and missing values were imputed. Limma identified differentially abundant proteins.`,
  'preference tuning': `Starting from a pretrained language model, we first collect demonstrations written by human annotators and fine-tune the model with supervised learning. Next, annotators rank several model outputs for the same prompt, and these comparisons are used to train a reward model. The policy is then optimized against the reward model with PPO, using a KL penalty to keep it close to the supervised model. New samples from the policy are ranked again and the loop is repeated.`,
  'stream platform': `Click events are ingested through Kafka. A Flink job parses and deduplicates events, joins them with user profiles from Redis, and computes sliding-window features. The features are written to an online store for serving and to Parquet files for training. Every night, an Airflow DAG retrains the ranking model and pushes it to the model registry. The serving layer loads the newest model and scores candidates within 20 ms.`,
  'earth science': `Sediment cores were taken from three lakes in northern Finland. The cores were split lengthwise, photographed, and sampled at 1 cm intervals. Samples were freeze-dried and ground to a fine powder. Radiocarbon ages of terrestrial macrofossils were measured by AMS and calibrated with IntCal20. An age-depth model was built using Bacon. Pollen grains were counted under a light microscope and percentages were calculated from the sum of terrestrial taxa.`,
  'with headings': `# Method\n\n## Data collection\nWe collected 10,000 chest X-rays from two hospitals. Two radiologists annotated the images independently.\n\n## Model training\nA DenseNet-121 was pretrained on ImageNet and fine-tuned on our images. Class weights were used to counter imbalance.\n\n## Evaluation\nThe model was evaluated on an external test set. Calibration was assessed with reliability diagrams.\n`,
  speech: `The audio is resampled to 16 kHz and converted to log-Mel spectrograms. A convolutional front end subsamples the frames by a factor of four. Conformer blocks encode the frames, and a CTC head emits character probabilities. Beam search with an external n-gram language model produces hypotheses, which a neural language model rescores. The best hypothesis is punctuated and returned to the user.`,
}

const long = (part: string, length = 200_000) =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length)

/** What nobody means to send and everybody sends. */
export const HOSTILE: Readonly<Record<string, string>> = {
  blank: ' \n ',
  'a full stop': '.',
  'tags alone': '<p></p><br>',
  'no verb': 'Sunny afternoon. Blue sky; green field',
  emoji: '🚀🚀 🔥 👩‍🔬',
  formula: '$E = mc^2$ \\frac{a}{b} = \\sum_{i=1}^n x_i',
  'one long word': 'x'.repeat(300),
  'numbers alone': '1 2 3.5 42 1e-9',
  'control characters': 'We\u0000 train\ud800 models',
  'pronouns alone': 'It is it. They are they.',
  '200,000 characters of prose': long(
    'Reads were trimmed with Trimmomatic, aligned to the genome with STAR, and counted. ',
  ),
  '200,000 letters': long('a'),
  '200,000 signs': long('汉'),
  'a heading a line': long('# a\n'),
  'a bullet a line': long('- item\n'),
  'an arrow a line': long('A -> B\n'),
  backticks: long('`'),
  'open brackets': long('('),
  'open tags': long('<a '),
  'mermaid without end': `graph TD\n${long('subgraph x\n')}`,
  'mermaid that multiplies': `graph TD\n${long('A & ', 4000)}B --> ${long('C & ', 4000)}D`,
  'wide DOT': `digraph {${long('a->b;', 100_000)}}`,
  'DOT of many nodes': `digraph {${Array.from({ length: 14_000 }, (_, index) => `a${index};`).join('')}}`,
  'mermaid of comments': `${'%%{a}%%\n'.repeat(60)}x`,
  'mermaid nodes in one subgraph': `graph TD\nsubgraph s\n${Array.from({ length: 30_000 }, (_, index) => `n${index}`).join('\n')}\nend`,
  'brackets within brackets': `A -> B\n${'('.repeat(60_000)}A -> B${')'.repeat(60_000)}`,
  'one line of arrows': long('{a}->{b};', 120_000),
  comparisons: long(' <= ', 100_000),
  'a line of marks': `A -> B\nB -> C\n${long(')', 100_000)}`,
  'separators of lines': long('\u2028'),
  'the same formula': `The samples are sorted. ${long('$x$ ', 100_000)}`,
  'lists in one paragraph': long('(1) aaaa (2) bbbb. '),
  'comments without end': long('<!--'),
}

/** Blocks that cannot be read, and take long to find out where reading is not linear. */
export const BROKEN: Readonly<Record<string, string>> = {
  'mermaid of directives without end': `graph TD\n${long('%%{\n')}`,
  'mermaid links without end': `graph TD\n${long('a == \n')}`,
  'one mermaid chain, broken at its end': `graph TD\n${long("'---\n")}`,
  'mermaid attributes without end': `graph TD\n${long('a@{\n')}`,
}
