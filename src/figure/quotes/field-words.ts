/** Words of counting, and the value of each in digits. */
export const NUMBERS: ReadonlyMap<string, string> = new Map(
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
  eighteen nineteen twenty`
    .split(/\s+/)
    .map((word, value) => [word, String(value)] as const)
    .concat(
      Object.entries({
        thirty: '30',
        forty: '40',
        fifty: '50',
        sixty: '60',
        hundred: '100',
        thousand: '1000',
      }),
      'first second third fourth fifth sixth seventh eighth ninth tenth'
        .split(' ')
        .flatMap((word, at) => [
          [word, String(at + 1)] as const,
          [`${at + 1}${['st', 'nd', 'rd'][at] ?? 'th'}`, String(at + 1)] as const,
        ]),
      Object.entries({ single: '1', pair: '2', both: '2', dual: '2', double: '2', triple: '3' }),
    ),
)

/** The chemical elements by their symbols. */
export const ELEMENTS: ReadonlyMap<string, string> = new Map(
  [
    ...`H hydrogen He helium Li lithium Be beryllium B boron C carbon N nitrogen O oxygen F fluorine Ne neon Na sodium
  Mg magnesium Al aluminium Si silicon P phosphorus S sulfur Cl chlorine Ar argon K potassium Ca calcium Sc scandium
  Ti titanium V vanadium Cr chromium Mn manganese Fe iron Co cobalt Ni nickel Cu copper Zn zinc Ga gallium Ge germanium
  As arsenic Se selenium Br bromine Kr krypton Rb rubidium Sr strontium Y yttrium Zr zirconium Nb niobium Mo molybdenum
  Tc technetium Ru ruthenium Rh rhodium Pd palladium Ag silver Cd cadmium In indium Sn tin Sb antimony Te tellurium
  I iodine Xe xenon Cs caesium Ba barium La lanthanum Ce cerium Nd neodymium Sm samarium Eu europium Gd gadolinium
  Tb terbium Dy dysprosium Er erbium Yb ytterbium Hf hafnium Ta tantalum W tungsten Re rhenium Os osmium Ir iridium
  Pt platinum Au gold Hg mercury Tl thallium Pb lead Bi bismuth Rn radon Ra radium Th thorium U uranium Pu plutonium`.matchAll(
      /(\S+)\s+(\S+)/g,
    ),
  ].map(([, symbol = '', name = '']) => [symbol, name]),
)

/** What names of compounds have of their elements. */
export const ROOTS: Readonly<Record<string, readonly string[]>> = {
  H: ['hydro', 'water', 'proton', 'acid'],
  C: ['carb', 'methan', 'ethan', 'glucose'],
  N: ['nitr', 'ammon', 'amin'],
  O: ['oxid', 'oxygen', 'ozone'],
  P: ['phosph'],
  S: ['sulf', 'sulph'],
  F: ['fluor'],
  Cl: ['chlor'],
  Si: ['silic'],
  Fe: ['ferr'],
  Na: ['natri'],
  K: ['kali'],
  Cs: ['cesium'],
  Al: ['aluminum'],
}
