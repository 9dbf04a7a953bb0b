import { ellipsePath, roundedRect } from '../themes/path'
import type { Drawers } from './glyph'
import { circle, flat, line, polygon, type Stroke, shape, type Tone } from './stroke'

/** A picture's field: 4 to 3. */
const WIDTH = 133
const FIELD = { x: 0, y: 0, width: WIDTH, height: 100 }

/** What a picture shows: its ground, and the path of what a mask would cut out of it. */
interface Scene {
  ground: Stroke[]
  subject: string
  tone: Tone
  /** What lies over the subject in the picture. */
  over?: Stroke[]
}

const sky = flat(roundedRect(FIELD, 0), 'c1-light')
const sun = flat(circle(104, 24, 11), 'c2')
const meadow = flat('M0 66C40 58 90 60 133 68V100H0Z', 'c3-light')
const outdoors = [sky, sun, meadow]

const SCENES: Record<'landscape' | 'person' | 'animal' | 'car' | 'cells' | 'scan', Scene> = {
  landscape: {
    ground: [sky, sun, flat(polygon(40, 84, 84, 44, 133, 84, 133, 100, 40, 100), 'c3-light')],
    subject: polygon(0, 70, 40, 34, 82, 74, 102, 64, 133, 82, 133, 100, 0, 100),
    tone: 'c3',
  },
  person: {
    ground: outdoors,
    subject: `${circle(58, 36, 11.5)}M36 92V70C36 58 46 52 58 52C70 52 80 58 80 70V92Z`,
    tone: 'c4',
  },
  animal: {
    ground: outdoors,
    subject:
      'M28 48H62C66 48 68 45 70 40L74 30L79 35H85L92 42C93 45 91 47 87 47L83 48C82 56 78 64 72 67V90H65V70H39V90H32V68C26 65 24 58 24 54L15 44L18 40L26 48Z',
    tone: 'c4',
  },
  car: {
    ground: [sky, sun, flat('M0 70H133V100H0Z', 'c3-light')],
    subject: `M22 74V62C22 58 25 56 29 55L40 53L52 40C54 38 56 37 59 37H80C83 37 85 38 87 40L98 53L106 55C110 56 112 59 112 62V74Z${circle(44, 74, 10)}${circle(91, 74, 10)}`,
    tone: 'c4',
    over: [flat('M51 53L59 44H67V53ZM73 53V44H80L87 53Z', 'c1-light')],
  },
  cells: {
    ground: [flat(roundedRect(FIELD, 0), 'c4-light')],
    subject: [
      ellipsePath(34, 32, 19, 16),
      ellipsePath(88, 28, 16, 14),
      ellipsePath(66, 68, 20, 17),
      ellipsePath(110, 70, 14, 17),
      ellipsePath(22, 78, 14, 12),
    ].join(''),
    tone: 'c4',
    over: [
      flat(
        [
          circle(37, 32, 6),
          circle(87, 27, 5),
          circle(64, 69, 6.5),
          circle(111, 72, 5),
          circle(22, 77, 4.5),
        ].join(''),
        'paper',
      ),
    ],
  },
  scan: {
    ground: [
      flat(roundedRect(FIELD, 0), 'dark'),
      flat(ellipsePath(66.5, 50, 40, 43), 'light'),
      flat(ellipsePath(66.5, 50, 35, 38), 'mid'),
    ],
    subject: 'M76 30C88 28 95 36 93 46C91 54 80 56 75 50C70 45 68 32 76 30Z',
    tone: 'c2',
    over: [line('M66.5 14V86', 'light', 0.8), line('M52 38C44 44 44 56 52 62', 'light', 0.8)],
  },
}

const frame = roundedRect(FIELD, 0)

export const scenes: Drawers<'image' | 'mask'> = {
  image: {
    least: 2.2,
    usual: 4.5,
    draw: ({ scene }) => {
      const { ground, subject, tone, over = [] } = SCENES[scene]
      return { width: WIDTH, strokes: [...ground, flat(subject, tone), ...over, line(frame)] }
    },
  },
  mask: {
    least: 2.2,
    usual: 4.5,
    draw: ({ scene }) => ({
      width: WIDTH,
      strokes: [shape(frame, 'dark'), flat(SCENES[scene].subject, 'light')],
    }),
  },
}
