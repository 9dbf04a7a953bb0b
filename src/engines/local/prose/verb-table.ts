/**
 * The verbs that method texts use, as data. `ACTION` verbs name a step; `WEAK` verbs describe, claim or
 * announce, so a sentence that has only such a verb is seldom a step; `LIGHT` verbs lend their place to a
 * following infinitive ("we use X to encode Y").
 */
const words = (list: string) => list.trim().split(/\s+/)

export const ACTION = words(`
  abstract accept access accumulate acquire activate adapt add adjust administer aggregate align allocate alternate amplify
  analyze analyse anneal annotate answer append apply approximate archive arrange ask assemble assess assign associate attach
  attend audit augment authenticate authorize average backpropagate balance bake batch benchmark bin bind bisect blend block blot boil
  boost bootstrap broadcast broker buffer build cache calculate calibrate call capture carry cascade catalyze categorize
  center centre centrifuge characterize charge check choose chunk classify clean clear cleave click clip clone close
  cluster code coat collapse collate collect combine commit compact compare compile complete compose compress compute
  concatenate concentrate condense condition conduct configure confirm conjugate connect consolidate construct consume
  contrast control convert convolve cool copy correct correlate count couple crawl create crop cross cross-validate cross-link
  crosslink cryopreserve crystallize culture cure cut debate debias decide decode decompose decompress decontaminate deconvolve decrypt
  dedupe deduplicate define degas dehydrate delete deliver demultiplex denature denoise deploy deposit derive desalt describe
  design detect determine develop diagnose differentiate diffuse digest dilute discard disambiguate discretize dispatch display
  dissect dissociate dissolve distill distribute divide download downsample draft drain draw drive drop dry duplicate elicit
  elute embed emit employ encapsulate encode encrypt enqueue enrich ensemble enter enumerate equilibrate establish estimate etch
  evaluate evaporate evict examine exchange exclude execute expand explore export expose express extend extract fabricate
  factorize featurize feed ferment fetch fill filter finalize fine-tune finetune fit fix flag flatten flush fold forecast
  form format formulate forward fractionate fragment freeze fuse gate gather generate genotype grade grind group grow
  guide harmonize harvest hash heat hold homogenize hybridize hydrate hydrolyze hypothesize identify ignore illuminate
  image immunostain impute incorporate incubate index infect infer ingest inhibit initialize inject inoculate insert inspect instantiate
  integrate interpolate interpret interview intersect invert invoke irradiate isolate iterate join  judge label launch
  layer learn ligate linearize link list lyse load localize lock log lower lyophilize maintain manage map mark mask match
  maximize measure melt merge migrate mine minimize minimise mix mobilize model modify modulate monitor mount move multiply mutate
  navigate nebulize neutralize normalize normalise notify obtain offload observe open operate optimize optimise orchestrate order
  organize output oversample overlay overlap package pack pad page pair parallelize parameterize parse partition pass patch
  penalize perfuse permeabilize persist perturb phase phosphorylate photograph pick pilot place plan plate plot polish poll polymerize
  pool populate position post-process postprocess precipitate precompute predict preprocess pre-process  prepare pretrain pre-train preserve press
  prime print prioritize probe process produce profile program project promote prompt propagate prune publish pull pulverize pump purify push
  quantify quantize quench query quantise queue randomize randomise rank rate re-rank rerank re-encode read reassemble rebalance
  receive recode recombine record recover recruit rectify recycle reduce refine reflect reflux register regress regularize reject relabel
  release reload remove render reorder repeat rephrase replace replay replicate report request resample rescale rescore
  reset reshape resize resolve resuspend retain retrain retrieve retry return reverse-transcribe review revise rewrite
  reweight re-weight rinse roll rotate round route run sacrifice sample sanitize saturate save scale scan schedule score scrape screen scrub seal
  search section sediment seed segment select send separate sequence serialize serve set shake shape shard share shear shift ship
  shuffle sign simulate sinter skip slice smooth snapshot soak solicit solidify sonicate solubilize solve sort space spawn spike spin
  split spot spray spread sputter stack stage stain standardize standardise start stem steer sterilize stimulate stitch stop store
  stratify stream strip structure study subcluster subsample submit subset substitute subtract sum summarize summarise supervise
  supply surface survey suspend swap sweep synchronize synthesize synthesise tabulate tag tailor take target terminate test threshold
  thaw thin time titrate tokenize tokenise trace track train transcribe transduce transfect transfer transform translate transmit
  transport transpose traverse treat triangulate trigger trim truncate tune type unify unfreeze unpack update upgrade upload upsample vaccinate
  stir consult soften swirl  poll wean triage anaesthetize anesthetize euthanize
  vacuum validate vaporize vary vectorize verify view visualize visualise vortex vote warm warp wash watch watermark weigh weight whiten withdraw wrap
  write zip carry break scale step infuse palpate swab irrigate ablate deprotect acetylate issue bundle interact compete override divert invite delineate draft herald refit diagnose presume pump enrol enroll delegate escalate notify ground fire adapt aggregate emit hop spawn sink post fall smooth couple arrive enter travel split-up alkylate reconstitute elongate acidify basify filter-sterilize
`)

export const WEAK = words(`
  achieve affect aim allow argue assume attempt avoid base become believe belong benefit cause comprise concern consider
  consist constitute contain contribute correspond cover demonstrate denote depend depict differ discuss enable encourage enhance ensure
  exhibit exist expect explain face facilitate feature find focus follow give guarantee happen have help highlight
  illustrate imply improve include increase indicate introduce involve keep know lack lead let lie make mean mention motivate need note
  occur offer outperform perform permit play possess present prevent prove propose provide range reach refer relate rely remain represent require
  reveal say see seem serve show suffer suggest  support surpass tend think use utilize utilise employ leverage adopt want work yield
  apply inspire require result exploit undergo
`)

/** "We use X to encode Y": the step is the infinitive and the object is its tool. */
export const LIGHT = new Set(words('use employ utilize utilise leverage adopt apply exploit'))

/** Weak verbs that name a step all the same when they have an object: "Quality control was performed". */
export const PERFORMING = new Set(words('perform make provide apply use employ give yield undergo'))

/** Words that are more often a noun than a verb in their plain or -s form. */
export const NOUNY = new Set(
  words(`
  abstract access answer average balance batch benchmark blend block boost buffer cache call center centre charge check chunk clone
  cluster coat code compact contrast control copy count couple culture cut debate design digest display draft drive drop estimate
  exchange express extract feature feed filter fit flag fold forecast form format fragment function gate grade ground group guide
  hash heat hold image index input isolate join judge label layer link list load lock log lower map mark mask match measure
  mine mix model mount move order output overlap pack package pad page pair patch phase pick pilot place plan plate plot pool
  position precipitate press prime print probe process produce profile program project prompt pull pump push query queue
  rank rate read record register release report request result return review roll round route sample scale scan schedule
  score screen seal search section seed segment separate sequence set shape share shift ship sign slice snapshot space spike
  spin split spot spray spread stack stage stain start stem step store stream strip structure study subset sum supply surface survey
  sweep tag target test threshold time trace track train transfer transport treat trigger tune type update upgrade view vote wash
  watch weight work wrap write open clean clear close complete correct dry warm thin smooth position present use access show
  result support need focus increase lead yield work range benefit aim cause attempt cover note help feature complete
  issue pump post fire hop sink spawn bundle ground
  invert factor state condition signal tile token cross lyse
`),
)

/** Nouns or adjectives in their base form only: "a clean buffer", but "the filter cleans". */
export const NOUNY_IN_BASE = new Set(
  words(
    'produce compact open clean clear close complete correct dry warm thin smooth present separate lower express cool',
  ),
)

/** Base verbs whose last consonant doubles before -ed and -ing. */
export const DOUBLING = new Set(
  words(`stir trim map plan drop stop plot log tag chop clip strip swap wrap step zip flag grab refer occur transfer submit
  permit commit prefer embed spot scan plug pad fit bin pin blot skim stem rip skip ship pit rub scrub rebut snap
  run cut split set put get spin begin let swim control wet shed dim tap dip sum unzip compel propel 
  emit admit omit remit unwrap remap retag debug prog program`),
)

/** Irregular verbs: base, past, participle. */
export const IRREGULAR: readonly (readonly [string, string, string])[] = [
  ['make', 'made', 'made'],
  ['build', 'built', 'built'],
  ['feed', 'fed', 'fed'],
  ['send', 'sent', 'sent'],
  ['take', 'took', 'taken'],
  ['give', 'gave', 'given'],
  ['choose', 'chose', 'chosen'],
  ['draw', 'drew', 'drawn'],
  ['write', 'wrote', 'written'],
  ['rewrite', 'rewrote', 'rewritten'],
  ['read', 'read', 'read'],
  ['run', 'ran', 'run'],
  ['cut', 'cut', 'cut'],
  ['split', 'split', 'split'],
  ['set', 'set', 'set'],
  ['reset', 'reset', 'reset'],
  ['put', 'put', 'put'],
  ['fit', 'fit', 'fit'],
  ['get', 'got', 'got'],
  ['grow', 'grew', 'grown'],
  ['freeze', 'froze', 'frozen'],
  ['unfreeze', 'unfroze', 'unfrozen'],
  ['hold', 'held', 'held'],
  ['keep', 'kept', 'kept'],
  ['lead', 'led', 'led'],
  ['find', 'found', 'found'],
  ['spin', 'spun', 'spun'],
  ['bind', 'bound', 'bound'],
  ['grind', 'ground', 'ground'],
  ['shake', 'shook', 'shaken'],
  ['let', 'let', 'let'],
  ['spread', 'spread', 'spread'],
  ['show', 'showed', 'shown'],
  ['see', 'saw', 'seen'],
  ['know', 'knew', 'known'],
  ['become', 'became', 'become'],
  ['withdraw', 'withdrew', 'withdrawn'],
  ['drive', 'drove', 'driven'],
  ['say', 'said', 'said'],
  ['mean', 'meant', 'meant'],
  ['think', 'thought', 'thought'],
  ['lie', 'lay', 'lain'],
  ['undergo', 'underwent', 'undergone'],
  ['forecast', 'forecast', 'forecast'],
  ['break', 'broke', 'broken'],
  ['melt', 'melted', 'molten'],
  ['lyse', 'lysed', 'lysed'],
]
