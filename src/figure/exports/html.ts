import { createHash } from 'node:crypto'
import { escapeText } from '../svg/xml'
import type { Exportable, Made } from './made'

/**
 * One page to share: the figure inline, moved with the pointer and enlarged with the wheel or keys, copied as SVG or PNG,
 * on a light or a dark ground. Nothing outside is named, and its policy lets no script run but its own.
 */
export function html({ svg, title, caption = '' }: Exportable): Made {
  const hash = createHash('sha256').update(SCRIPT).digest('base64')
  const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data: blob:`
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>${escapeText(title)}</h1>${BUTTONS}<output aria-live="polite"></output></header>
<main tabindex="0" aria-label="Figure: drag to move it, wheel or + and - to zoom, 0 to fit">${svg.replace(/^[^<]*<\?xml[^>]*>/, '')}</main>
${caption && `<footer>${escapeText(caption)}</footer>\n`}<script>${SCRIPT}</script>
</body>
</html>
`
  return { bytes: page, leftOut: [] }
}

const BUTTONS = [
  ['out', '−', 'Smaller'],
  ['in', '+', 'Larger'],
  ['fit', 'Fit', 'Fit into the window'],
  ['svg', 'Copy SVG', 'Copy as SVG'],
  ['png', 'Copy PNG', 'Copy as PNG'],
  ['ground', 'Ground', 'Light or dark ground'],
]
  .map(([act, word, says]) => `<button data-act="${act}" aria-label="${says}">${word}</button>`)
  .join('')

const STYLE = `
:root{color-scheme:light dark;--ground:#f3f4f6;--ink:#18202b}
:root.dark{--ground:#14181f;--ink:#e8ebf0}
*{box-sizing:border-box}
body{margin:0;height:100vh;display:flex;flex-direction:column;background:var(--ground);color:var(--ink);font:15px/1.4 system-ui,sans-serif}
header{display:flex;flex-wrap:wrap;gap:6px;align-items:center;padding:8px 12px}
h1{font-size:16px;margin:0 auto 0 0}
button{font:inherit;color:inherit;background:none;border:1px solid currentColor;border-radius:6px;padding:3px 10px;cursor:pointer}
main{flex:1;overflow:hidden;touch-action:none;cursor:grab;min-height:0;user-select:none}
main>svg{width:100%;height:100%;transform-origin:0 0;display:block}
footer{padding:8px 12px}
@media print{header,footer{display:none}}
`

const SCRIPT = `
const main=document.querySelector('main'),svg=main.querySelector('svg'),said=document.querySelector('output')
const root=document.documentElement,held=new Map()
let x=0,y=0,k=1
const place=()=>{svg.style.transform='translate('+x+'px,'+y+'px) scale('+k+')'}
const zoom=(by,cx=main.clientWidth/2,cy=main.clientHeight/2)=>{
  const to=Math.min(40,Math.max(.2,k*by));x=cx-(cx-x)*to/k;y=cy-(cy-y)*to/k;k=to;place()}
const fit=()=>{x=y=0;k=1;place()}
const at=e=>{const b=main.getBoundingClientRect();return[e.clientX-b.left,e.clientY-b.top]}
main.addEventListener('wheel',e=>{e.preventDefault();zoom(Math.exp(-e.deltaY/400),...at(e))},{passive:false})
main.addEventListener('pointerdown',e=>{main.setPointerCapture(e.pointerId);held.set(e.pointerId,at(e))})
main.addEventListener('pointermove',e=>{
  const from=held.get(e.pointerId);if(!from)return
  const to=at(e),other=[...held].find(([id])=>id!==e.pointerId)?.[1]
  if(other){const far=p=>Math.hypot(p[0]-other[0],p[1]-other[1])||1;zoom(far(to)/far(from),...other)}
  else{x+=to[0]-from[0];y+=to[1]-from[1];place()}
  held.set(e.pointerId,to)})
for(const end of ['pointerup','pointercancel'])main.addEventListener(end,e=>held.delete(e.pointerId))
main.addEventListener('dblclick',fit)
main.addEventListener('keydown',e=>{
  const act={'+':'in','=':'in','-':'out','0':'fit'}[e.key];if(act)acts[act]()})
const text=()=>{const own=svg.cloneNode(true);own.removeAttribute('style');return new XMLSerializer().serializeToString(own)}
const png=async()=>{
  const own=svg.cloneNode(true),box=svg.viewBox.baseVal,share=2400/Math.max(box.width,box.height)
  own.removeAttribute('style');own.setAttribute('width',box.width*share);own.setAttribute('height',box.height*share)
  const image=new Image();image.src='data:image/svg+xml,'+encodeURIComponent(new XMLSerializer().serializeToString(own))
  await image.decode()
  const canvas=Object.assign(document.createElement('canvas'),{width:Math.round(box.width*share),height:Math.round(box.height*share)})
  canvas.getContext('2d').drawImage(image,0,0)
  return new Promise(done=>canvas.toBlob(done,'image/png'))}
const save=(blob,name)=>{
  const link=Object.assign(document.createElement('a'),{href:URL.createObjectURL(blob),download:name})
  link.click();setTimeout(()=>URL.revokeObjectURL(link.href),1000)}
const copy=async(item,blob,name)=>{
  try{await navigator.clipboard.write([new ClipboardItem(item())]);said.textContent='Copied.'}
  catch{save(await blob(),name);said.textContent='Saved as a file.'}}
const acts={
  in:()=>zoom(1.25),out:()=>zoom(.8),fit,
  svg:()=>copy(()=>({'text/plain':new Blob([text()],{type:'text/plain'})}),()=>new Blob([text()],{type:'image/svg+xml'}),document.title+'.svg'),
  png:()=>copy(()=>({'image/png':png()}),png,document.title+'.png'),
  ground:()=>root.classList.toggle('dark')}
document.querySelector('header').addEventListener('click',e=>acts[e.target.dataset.act]?.())
if(matchMedia('(prefers-color-scheme: dark)').matches)root.classList.add('dark')
`
