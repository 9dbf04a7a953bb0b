/**
 * What a word in a label looks like: icon, what it shows (the word that segmentation selects it by), the words. A row
 * marked `plain` is unmistakable, so that even sparing themes may use it. The first row that has a word wins.
 */
export interface IconRow {
  icon: string
  shows: string
  words: readonly string[]
  plain: boolean
}

const TABLE = `
database | database | database db datastore datalake warehouse index | plain
server | server | server backend host cluster node
cloud | cloud | cloud saas
hard-drive | disk | disk storage drive
memory-stick | memory | memory ram cache buffer
cpu | processor | cpu gpu processor accelerator hardware device | plain
circuit-board | circuit | circuit board fpga
users | person | users people participants subjects customers crowd annotators team staff cohort population patients | plain
user | person | user person participant subject customer annotator operator human client individual author curator curators scientist researcher engineer developer radiologists | plain
stethoscope | person | doctor physician clinician clinic radiologist pathologist cardiologist surgeon nurse
graduation-cap | person | teacher student expert learner
bot | robot | robot bot agent assistant chatbot language llm llms gpt | plain
brain | brain | brain neural neuron cognition cortex | plain
file-text | document | document file text manuscript abstract note passage page pages fastq bam vcf transcript | plain
files | documents | documents files texts corpus passages papers articles collection
newspaper | newspaper | news newspaper article
book-open | book | book wikipedia encyclopedia textbook literature manual manuals dictionary notebook notebooks
library | library | library archive
clipboard-list | form | form questionnaire survey protocol plan checklist record
receipt | bill | bill invoice receipt
image | image | image picture photo photograph photography figure thumbnail | plain
images | images | images pictures photos frames gallery dataset
camera | camera | camera snapshot webcam | plain
video | video | video clip footage movie | plain
mic | microphone | microphone speech voice utterance | plain
audio-waveform | sound | audio sound waveform acoustic signal spectrogram
music | music | music song melody
microscope | microscope | microscope microscopy histology slide | plain
telescope | telescope | telescope astronomy
test-tubes | tubes | sample samples specimen tube serum plasma assay
flask-conical | flask | flask chemical experiment laboratory lab reagent synthesis reaction | plain
pipette | pipette | pipette titration
dna | DNA | dna gene genes genome genomic rna sequencing sequence chromosome reads | plain
atom | atom | atom atomic molecule molecular physics quantum
magnet | magnet | magnet magnetic mri
pill | pill | pill drug medication dose compound | plain
syringe | syringe | syringe injection vaccine
hospital | hospital | hospital ward
heart-pulse | heart | heart ecg cardiac pulse clinical | plain
bone | bone | bone skeleton
bug | insect | bug insect error exception debugging
biohazard | hazard | virus pathogen toxin contamination
rat | animal | mouse mice rat rodent
dog | animal | dog canine
cat | animal | cat feline
bird | animal | bird
fish | animal | fish zebrafish
rabbit | animal | rabbit
paw-print | animal | animal animals species wildlife
leaf | leaf | leaf plant foliage ecology environment biomass
sprout | plant | sprout seedling seed
tree-pine | tree | forest tree trees
wheat | grain | wheat grain harvest cereal
flame | flame | fire flame heat combustion
droplets | water | water droplet liquid fluid moisture rain solvent
thermometer | thermometer | temperature thermometer | plain
wind | wind | wind airflow air gas
sun | sun | sun solar light
snowflake | snowflake | cold frozen freezing ice
mountain | mountain | terrain mountain elevation
waves | waves | wave waves ocean sea
globe | globe | web internet browser world global website url | plain
map | map | map region area geography
map-pin | pin | location place position gps landmark
satellite | satellite | satellite orbit
radar | radar | radar lidar sonar
antenna | antenna | antenna radio receiver transmitter
radio | sensor | sensor sensors probe
gauge | gauge | gauge meter speed performance latency throughput
network | network | network topology lan mesh
share-2 | graph | graph ontology
waypoints | route | trajectory path waypoint
route | route | route routing planner planning navigation
git-branch | branch | branch branching fork version
git-merge | merge | merge merging integration
combine | merge | fusion fuse combine concatenate concatenation aggregation aggregate aggregator ensemble join pooling
split | split | split splitting partition divide divider splitter chunk chunking chunker tokenize
shuffle | shuffle | shuffle permutation random sampling sampler sample bootstrap mini-batch
repeat | loop | loop iteration iterate repeat cycle epoch recurrent
refresh-cw | loop | update refresh retrain retry sync replan revise
undo-2 | back | rollback backtrack undo backpropagate backpropagation backward feedback
search | magnifier | search retrieval retriever lookup query explore finder retrieve | plain
scan-search | scan | inspection inspect examine screening screen scan scans scanner
scan-eye | scan | vision perception recognition
scan-text | scan | ocr
filter | filter | filter filtering quality trim trimming denoise denoising threshold prune pruning | plain
list-ordered | ranking | ranking rank ranked top top-k order ordered candidates
arrow-down-wide-narrow | ranking | re-ranker reranker re-ranking reranking re-ranked sort sorting scores
list-checks | checklist | criteria requirements tasks task
layers | layers | layers layer stack embedding encoder transformer cnn resnet network
grid-3x3 | grid | grid matrix tensor patch patches raster
table | table | table spreadsheet csv tabular feature features variables metadata | plain
binary | code | binary bits token tokens tokenizer tokenization hash encoding encode
braces | code | json schema xml parser parsing parse syntax
code | code | code source program script function
terminal | terminal | terminal shell console command cli
package | package | package module container docker artifact
box | box | object product item
boxes | boxes | objects inventory components modules
blocks | blocks | block blocks assembly assemble
puzzle | puzzle | plugin extension alignment align matching match
component | parts | decoder generator head classifier
sparkles | sparkle | generation generate generative augmentation augment enhancement enhance
wand-sparkles | wand | synthesis synthesise diffusion
pencil | pencil | annotation annotate handwriting label labelling labeling edit draft writing
scissors | scissors | segmentation segment cut cutting crop
ruler | ruler | measurement measure metric distance
scale | balance | loss cost comparison compare balance objective
calculator | calculator | calculation calculate compute quantification quantify estimation estimate
sigma | sum | statistics statistical statistic sum normalisation normalization normalise normalize
chart-line | chart | trend forecast forecasting prediction predict curve regression timeseries series
chart-bar | chart | chart bar histogram counts abundance result results
chart-pie | chart | share proportion distribution composition
chart-scatter | chart | scatter cluster clustering clusters umap pca projection
trending-up | growth | growth improvement gain optimisation optimization optimizer optimise optimize gradient gradients
trending-down | decline | decay decline reduction reduce
target | target | target goal accuracy evaluation evaluate evaluator benchmark
crosshair | target | detection detect detector detectors localization localisation tracking
shield-check | shield | verification verify verifier validation validate validator safety secure check faithfulness
shield | shield | security protection guard policy defense
lock | lock | encryption encrypt encrypted privacy lock
key | key | key password credential authentication login
fingerprint | fingerprint | identity fingerprint biometric
eye | eye | eye attention observation observe monitoring monitor view
lightbulb | bulb | idea insight hypothesis knowledge inference reasoning reason
message-square-text | speech | answer response reply message dialogue conversation chat prompt | plain
message-circle-question-mark | question | question request
megaphone | megaphone | announcement notification notify broadcast publish
bell | bell | alarm alert warning | plain
mail | letter | mail email letter | plain
phone | telephone | phone telephone call
smartphone | smartphone | smartphone mobile app
laptop | computer | laptop computer desktop workstation
monitor | screen | display dashboard interface frontend gui
settings | gear | settings configuration config preprocessing processing process pipeline
sliders-horizontal | sliders | tuning tune hyperparameter hyperparameters parameters parameter calibration
wrench | wrench | tool tools tooling maintenance repair
factory | factory | factory manufacturing plant production
car | car | car vehicle driving traffic
truck | lorry | truck delivery shipping transport logistics supply
train-front | train | train railway
plane | aeroplane | plane flight aircraft
drone | drone | drone uav
building-2 | building | building company organisation organization city institution
house | house | house home household
school | school | school classroom education
store | shop | store shop market retail
shopping-cart | cart | order cart purchase checkout
credit-card | card | payment card transaction
coins | coins | money price finance budget revenue
landmark | bank | bank government
gavel | gavel | law legal judge court regulation
handshake | handshake | agreement negotiation consensus
vote | vote | vote voting election
calendar | calendar | calendar schedule scheduler date appointment
clock | clock | time clock duration delay
timer | timer | timer timeout deadline
history | history | history log logs past
zap | lightning | energy power electricity voltage trigger event
battery | battery | battery charge
plug | plug | api endpoint connector plugin
upload | upload | upload submit submission export
download | download | download import acquire acquisition ingest ingestion collection collect
send | send | send output deliver deployment deploy
trash-2 | bin | trash discard delete removal remove
archive | archive | backup repository repo
tag | tag | tag category class classification classify
languages | languages | translation translate translator multilingual
badge-check | seal | approval approve approved certified final
trophy | trophy | reward winner best
gamepad-2 | game | game simulation simulator simulate
joystick | joystick | control controller actuator action
rocket | rocket | launch release
palette | palette | color colour style design render rendering
cuboid | solid | 3d mesh volume voxel
flag | flag | start end goal milestone
hand | hand | gesture hand
footprints | steps | gait walking step
`

export const ICON_ROWS: readonly IconRow[] = TABLE.trim()
  .split('\n')
  .map((row) => {
    const [icon = '', shows = '', words = '', plain] = row.split('|').map((part) => part.trim())
    return { icon, shows, words: words.split(' '), plain: plain === 'plain' }
  })
