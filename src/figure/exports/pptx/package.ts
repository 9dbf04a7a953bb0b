import { strToU8, zipSync } from 'fflate'
import { escapeText } from '../../svg/xml'

interface Slide {
  /** DrawingML of a fill. */
  background: string
  /** What stands in the tree of shapes. */
  shapes: string
  /** EMU. */
  width: number
  height: number
  title: string
  description: string
  /** The family of words that name none. */
  family: string
  /** Files under `media/`, the first one `rId2`. */
  media: readonly { name: string; bytes: Uint8Array }[]
}

const OPEN = 'http://schemas.openxmlformats.org'
const OFFICE = `${OPEN}/officeDocument/2006/relationships`
const PACKAGE = `${OPEN}/package/2006`
const DRAWING = `xmlns:a="${OPEN}/drawingml/2006/main"`
const SPACES = `${DRAWING} xmlns:r="${OFFICE}" xmlns:p="${OPEN}/presentationml/2006/main"`
const DECLARED = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
/** Zip knows no day before it: the same in every time zone. */
const FIRST_DAY = new Date(1980, 0, 1)

/** A presentation of one slide, zipped: the same slide gives the same bytes. */
export function presentation(slide: Slide): Uint8Array {
  const { media, width, height, background, shapes } = slide
  const white = '<a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill>'
  const same = '<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>'
  const parts = {
    '[Content_Types].xml': contentTypes(),
    '_rels/.rels': relations('', ['officeDocument', 'ppt/presentation'], ['', 'docProps/core']),
    'docProps/core.xml': `<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties"
 xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeText(slide.title)}</dc:title>
<dc:description>${escapeText(slide.description)}</dc:description></cp:coreProperties>`,
    'ppt/presentation.xml': `<p:presentation ${SPACES}>
<p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst>
<p:sldIdLst><p:sldId id="256" r:id="rId2"/></p:sldIdLst>
<p:sldSz cx="${width}" cy="${height}"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      '',
      ['slideMaster', 'slideMasters/master'],
      ['slide', 'slides/slide'],
      ['theme', 'theme/theme'],
    ),
    'ppt/theme/theme.xml': theme(slide.family),
    'ppt/slideMasters/master.xml': `<p:sldMaster ${SPACES}>${content(white, '')}
<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3"
 accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>
<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
    'ppt/slideMasters/_rels/master.xml.rels': relations(
      '../',
      ['slideLayout', 'slideLayouts/layout'],
      ['theme', 'theme/theme'],
    ),
    'ppt/slideLayouts/layout.xml': `<p:sldLayout ${SPACES} type="blank">${content(white, '')}${same}</p:sldLayout>`,
    'ppt/slideLayouts/_rels/layout.xml.rels': relations('../', [
      'slideMaster',
      'slideMasters/master',
    ]),
    'ppt/slides/slide.xml': `<p:sld ${SPACES}>${content(background, shapes)}${same}</p:sld>`,
    'ppt/slides/_rels/slide.xml.rels': relations(
      '../',
      ['slideLayout', 'slideLayouts/layout'],
      ...media.map(({ name }) => ['image', `media/${name}`] as const),
    ),
  }
  const files = Object.entries(parts).map(([name, part]) => [name, strToU8(DECLARED + part)])
  const pictures = media.map(({ name, bytes }) => [`ppt/media/${name}`, bytes])
  return zipSync(Object.fromEntries([...files, ...pictures]), { mtime: FIRST_DAY })
}

function content(background: string, shapes: string): string {
  return `<p:cSld><p:bg><p:bgPr>${background}<a:effectLst/></p:bgPr></p:bg><p:spTree>
<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree></p:cSld>`
}

/** What a part names, `rId1` first; a part's file ends in `.xml`. */
function relations(up: string, ...targets: readonly (readonly [kind: string, path: string])[]) {
  const each = targets.map(([kind, path], at) => {
    const type = kind ? `${OFFICE}/${kind}` : `${PACKAGE}/relationships/metadata/core-properties`
    const file = kind === 'image' ? path : `${path}.xml`
    return `<Relationship Id="rId${at + 1}" Type="${type}" Target="${up}${file}"/>`
  })
  return `<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`
}

/** By the path of a part. */
const PARTS = {
  'ppt/presentation': 'presentationml.presentation.main',
  'ppt/theme/theme': 'theme',
  'ppt/slideMasters/master': 'presentationml.slideMaster',
  'ppt/slideLayouts/layout': 'presentationml.slideLayout',
  'ppt/slides/slide': 'presentationml.slide',
}

function contentTypes(): string {
  const ours = 'application/vnd.openxmlformats-officedocument'
  const core = 'application/vnd.openxmlformats-package'
  const parts = Object.entries(PARTS).map(
    ([path, type]) => `<Override PartName="/${path}.xml" ContentType="${ours}.${type}+xml"/>`,
  )
  const pictures = ['png', 'jpeg', 'gif'].map(
    (type) => `<Default Extension="${type}" ContentType="image/${type}"/>`,
  )
  return `<Types xmlns="${PACKAGE}/content-types">
<Default Extension="rels" ContentType="${core}.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>${pictures.join('')}
<Override PartName="/docProps/core.xml" ContentType="${core}.core-properties+xml"/>${parts.join('')}</Types>`
}

/** What a document must have, though no shape of a figure is painted by it: three fills, lines, effects and grounds. */
function theme(family: string): string {
  const colors = ['dk1 000000', 'lt1 FFFFFF', 'dk2 1F2933', 'lt2 EEF1F4', 'accent1 2F6BB0']
    .concat(['accent2 C07A28', 'accent3 3E8E5A', 'accent4 7A5AA6', 'accent5 B4453C'])
    .concat(['accent6 4A7C8C', 'hlink 2F6BB0', 'folHlink 7A5AA6'])
    .map((color) => color.split(' '))
    .map(([name, value]) => `<a:${name}><a:srgbClr val="${value}"/></a:${name}>`)
  const fonts = `<a:latin typeface="${family}"/><a:ea typeface=""/><a:cs typeface=""/>`
  const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
  const three = (list: string, one: string) => `<a:${list}>${one.repeat(3)}</a:${list}>`
  return `<a:theme ${DRAWING} name="Figure"><a:themeElements>
<a:clrScheme name="Figure">${colors.join('')}</a:clrScheme>
<a:fontScheme name="Figure"><a:majorFont>${fonts}</a:majorFont><a:minorFont>${fonts}</a:minorFont></a:fontScheme>
<a:fmtScheme name="Figure">${three('fillStyleLst', fill)}${three('lnStyleLst', `<a:ln>${fill}</a:ln>`)}
${three('effectStyleLst', '<a:effectStyle><a:effectLst/></a:effectStyle>')}${three('bgFillStyleLst', fill)}</a:fmtScheme>
</a:themeElements></a:theme>`
}
