/**
 * What a word in a label looks like: icon, what it shows (the word that segmentation selects it by), the words. A row
 * marked `plain` is unmistakable, so that even sparing themes may use it. The first row that has a word wins. Words of
 * several senses (environment, forest, policy) have no place here; a row without words is for authors who name its icon.
 */
export interface IconRow {
  icon: string
  shows: string
  words: readonly string[]
  plain: boolean
}

const TABLE = `
database | database | database db datastore datalake warehouse | plain
server | server | server backend
cloud | cloud | cloud saas
hard-drive | disk | disk storage
memory-stick | memory | memory
cpu | processor | cpu gpu processor | plain
circuit-board | circuit | circuit fpga
users | person | users people participants customers annotators cohort patients | plain
user | person | user person participant customer annotator human author curator curators scientist researcher engineer developer radiologists | plain
stethoscope | person | doctor physician clinician clinic radiologist pathologist cardiologist surgeon nurse
graduation-cap | person |
bot | robot | robot bot chatbot llm llms gpt | plain
brain | brain | brain neuron | plain
file-text | document | document text manuscript fastq bam vcf transcript | plain
files | documents | documents corpus papers articles
newspaper | newspaper | news newspaper article
book-open | book | book wikipedia encyclopedia textbook literature dictionary notebook notebooks
library | library | archive
clipboard-list | form | questionnaire survey checklist
receipt | bill | bill invoice receipt
image | image | image picture photo photograph photography | plain
images | images | images pictures photos
camera | camera | camera webcam | plain
video | video | video footage movie | plain
mic | microphone | microphone speech voice utterance | plain
audio-waveform | sound | audio sound waveform acoustic spectrogram
music | music | music song melody
microscope | microscope | microscope microscopy histology | plain
telescope | telescope | telescope astronomy
test-tubes | tubes | specimen tube serum
flask-conical | flask | flask laboratory lab reagent | plain
pipette | pipette | pipette titration
dna | DNA | dna gene genes genome genomic rna sequencing chromosome | plain
atom | atom | atom atomic molecule
magnet | magnet | magnet
pill | pill | pill drug medication | plain
syringe | syringe | syringe injection vaccine
hospital | hospital | hospital ward
heart-pulse | heart | heart ecg cardiac | plain
bone | bone | bone skeleton
bug | insect | insect
biohazard | hazard | virus pathogen toxin
rat | animal | mouse mice rat rodent
dog | animal | dog canine
cat | animal | cat feline
bird | animal | bird
fish | animal | fish zebrafish
rabbit | animal | rabbit
paw-print | animal | animal animals species wildlife
leaf | leaf | leaf foliage
sprout | plant | sprout seedling
tree-pine | tree |
wheat | grain | wheat grain cereal
flame | flame | fire flame combustion
droplets | water | water droplet rain
thermometer | thermometer | temperature thermometer | plain
wind | wind | wind airflow
sun | sun | sun solar
snowflake | snowflake | ice
mountain | mountain | terrain mountain
waves | waves | ocean sea
globe | globe | web internet browser website url | plain
map | map | geography
map-pin | pin | location gps
satellite | satellite | satellite
radar | radar | radar lidar sonar
antenna | antenna | antenna radio receiver transmitter
radio | sensor |
gauge | gauge | gauge
network | network | lan
share-2 | graph |
waypoints | route |
route | route | navigation
git-branch | branch |
git-merge | merge |
combine | merge |
split | split | splitter
shuffle | shuffle |
repeat | loop |
refresh-cw | loop |
undo-2 | back |
search | magnifier | search retrieval retriever lookup query retrieve | plain
scan-search | scan |
scan-eye | scan |
scan-text | scan | ocr
filter | filter | filter filtering | plain
list-ordered | ranking | ranking rank ranked
arrow-down-wide-narrow | ranking | re-ranker reranker re-ranking reranking re-ranked
list-checks | checklist |
layers | layers |
grid-3x3 | grid | grid matrix
table | table | table spreadsheet csv | plain
binary | code |
braces | code | json xml
code | code | code
terminal | terminal | terminal console cli
package | package | package docker
box | box |
boxes | boxes |
blocks | blocks |
puzzle | puzzle | plugin
component | parts |
sparkles | sparkle |
wand-sparkles | wand |
pencil | pencil | annotation annotate handwriting
scissors | scissors |
ruler | ruler | measurement
scale | balance |
calculator | calculator | calculation
sigma | sum |
chart-line | chart | forecast forecasting timeseries
chart-bar | chart | chart histogram
chart-pie | chart |
chart-scatter | chart | umap pca
trending-up | growth |
trending-down | decline |
target | target |
crosshair | target |
shield-check | shield |
shield | shield | security
lock | lock | encryption encrypt encrypted privacy lock
key | key | password credential authentication login
fingerprint | fingerprint | fingerprint biometric
eye | eye | eye
lightbulb | bulb |
message-square-text | speech | answer reply message dialogue conversation chat prompt | plain
message-circle-question-mark | question |
megaphone | megaphone | announcement
bell | bell | alarm alert | plain
mail | letter | mail email | plain
phone | telephone | phone telephone
smartphone | smartphone | smartphone app
laptop | computer | laptop computer workstation
monitor | screen | display dashboard
settings | gear | settings configuration config
sliders-horizontal | sliders | hyperparameter hyperparameters
wrench | wrench | maintenance repair
factory | factory | factory manufacturing
car | car | car vehicle
truck | lorry | truck shipping logistics
train-front | train | railway
plane | aeroplane | flight aircraft
drone | drone | drone uav
building-2 | building | building company institution
house | house | house household
school | school | school classroom
store | shop | shop retail
shopping-cart | cart | cart purchase checkout
credit-card | card | payment
coins | coins | money price finance budget revenue
landmark | bank | government
gavel | gavel | law legal court
handshake | handshake |
vote | vote | vote voting election
calendar | calendar | calendar appointment
clock | clock | clock
timer | timer | timer timeout
history | history | history
zap | lightning | electricity voltage
battery | battery | battery
plug | plug | api plugin
upload | upload | upload
download | download | download
send | send | send
trash-2 | bin | trash discard delete removal remove
archive | archive | backup repository
tag | tag |
languages | languages | translator multilingual
badge-check | seal | approval approve approved certified
trophy | trophy | winner
gamepad-2 | game | game
joystick | joystick |
rocket | rocket |
palette | palette |
cuboid | solid | voxel
flag | flag | milestone
hand | hand | gesture
footprints | steps | gait walking
`

export const ICON_ROWS: readonly IconRow[] = TABLE.trim()
  .split('\n')
  .map((row) => {
    const [icon = '', shows = '', words = '', plain] = row.split('|').map((part) => part.trim())
    return { icon, shows, words: words === '' ? [] : words.split(' '), plain: plain === 'plain' }
  })
