import type { ReactNode } from 'react'
import { sceneSize } from './place-scene.ts'

// The object in the middle of a place's drawing, by the kind of the place.

const { groundY: y } = sceneSize

const wall = '#f7e3bd'
const wallShade = '#e6c48d'
const roof = '#c8553d'
const roofShade = '#b9573f'
const dark = '#5a4030'
const light = '#ffe6a3'
const night = '#2b2056'
const leaf = '#4c7d68'
const leafShade = '#386353'
const cream = '#fff3d6'
const violet = '#6a3de8'

const Window = ({ x, at, lit }: { x: number; at: number; lit?: boolean }) => (
  <rect x={x} y={at} width="12" height="20" rx="6" fill={lit ? light : dark} />
)

const Tree = ({ x, height, wide = 30 }: { x: number; height: number; wide?: number }) => (
  <>
    <path fill={dark} d={`M${x - 4} ${y - height / 2}h8v${height / 2}h-8z`} />
    <ellipse cx={x} cy={y - height * 0.62} rx={wide} ry={height * 0.42} fill={leaf} />
    <ellipse cx={x + wide / 4} cy={y - height * 0.56} rx={wide * 0.72} ry={height * 0.33} fill={leafShade} />
  </>
)

/** A striped awning from `left`, 18 pixels for each stripe. */
const Awning = ({ left, top, stripes }: { left: number; top: number; stripes: number }) =>
  Array.from({ length: stripes }, (_, index) => (
    <path key={index} fill={index % 2 ? cream : roof} d={`M${left + index * 18} ${top}h18v24a9 9 0 0 1-18 0z`} />
  ))

const park = (
  <>
    <Tree x={196} height={128} wide={38} />
    <Tree x={404} height={138} wide={42} />
    <Tree x={240} height={88} wide={27} />
    <path fill={dark} d={`M270 ${y - 24}h6v24h-6zM336 ${y - 24}h6v24h-6z`} />
    <path fill="#dd9f66" d={`M258 ${y - 30}h96v8h-96zM262 ${y - 50}h88v7h-88zM262 ${y - 40}h88v7h-88z`} />
    <path fill={dark} d={`M371 ${y - 92}h5v92h-5z`} />
    <circle cx="373.500" cy={y - 98} r="24" fill={light} opacity=".25" />
    <circle cx="373.500" cy={y - 98} r="10" fill={light} />
  </>
)

const temple = (
  <>
    <path fill={wallShade} d={`M188 ${y - 14}h224v14h-224zM200 ${y - 24}h200v10h-200z`} />
    <path fill={wall} d={`M206 ${y - 106}h188v82h-188z`} />
    <path fill="#c9a46c" d={`M214 ${y - 98}h172v74h-172z`} />
    {[214, 256, 326, 368].map((x) => (
      <path key={x} fill={cream} d={`M${x} ${y - 98}h18v74h-18zM${x - 3} ${y - 102}h24v6h-24z`} />
    ))}
    <path fill={dark} d={`M287 ${y - 24}v-46a13 13 0 0 1 26 0v46z`} />
    <path fill={wallShade} d={`M196 ${y - 116}h208v12h-208z`} />
    <path fill={wall} d={`M194 ${y - 116}L300 ${y - 162}l106 46z`} />
    <circle cx="300" cy={y - 133} r="9" fill={wallShade} />
  </>
)

const monument = (
  <>
    <path fill={wallShade} d={`M196 ${y - 10}h208v10h-208z`} />
    <path
      fill={wall}
      fillRule="evenodd"
      d={`M208 ${y - 10}v-128h184v128zM272 ${y - 10}h56v-64a28 28 0 0 0-56 0zM224 ${y - 10}h24v-46a12 12 0 0 0-24 0zM352 ${y - 10}h24v-46a12 12 0 0 0-24 0z`}
    />
    <path fill={wallShade} d={`M200 ${y - 146}h200v12h-200zM214 ${y - 112}h172v6h-172z`} />
    <path fill={roofShade} d={`M286 ${y - 146}l14-26 14 26z`} />
  </>
)

const church = (
  <>
    <path fill={wall} d={`M350 ${y - 132}h34v132h-34z`} />
    <path fill={wallShade} d={`M346 ${y - 140}h42v9h-42z`} />
    <path fill={roof} d={`M348 ${y - 140}l19-38 19 38z`} />
    <Window x={361} at={y - 122} />
    <path fill={wall} d={`M222 ${y}v-76l64-46 64 46v76z`} />
    <path fill={roof} d={`M214 ${y - 72}l72-54 72 54v-12l-72-54-72 54z`} />
    <circle cx="286" cy={y - 76} r="15" fill={wallShade} />
    <circle cx="286" cy={y - 76} r="10" fill={light} />
    <path fill={dark} d={`M272 ${y}v-32a14 14 0 0 1 28 0v32z`} />
    <path fill={wallShade} d={`M212 ${y - 5}h180v5h-180z`} />
  </>
)

const castle = (
  <>
    <path fill={wall} d={`M236 ${y}v-86h10v-12h14v12h16v-12h14v12h20v-12h14v12h16v-12h14v12h10v86z`} />
    {[196, 352].map((x) => (
      <g key={x}>
        <path fill={wallShade} d={`M${x} ${y}v-132h8v-14h12v14h8v-14h12v14h8v132zM${x - 4} ${y - 132}h56v9h-56z`} />
        <Window x={x + 18} at={y - 100} lit />
        <Window x={x + 18} at={y - 58} />
        <path fill={dark} d={`M${x + 23} ${y - 178}h3v34h-3z`} />
        <path fill={roof} d={`M${x + 26} ${y - 178}l22 8-22 8z`} />
      </g>
    ))}
    <path fill={dark} d={`M280 ${y}v-36a20 20 0 0 1 40 0v36z`} />
    <path
      fill="none"
      stroke={wallShade}
      strokeWidth="3"
      d={`M290 ${y}v-48M300 ${y}v-54M310 ${y}v-48M280 ${y - 20}h40`}
    />
  </>
)

const station = (
  <>
    <path fill={wall} d={`M190 ${y - 84}h220v84h-220z`} />
    <path fill={roof} d={`M182 ${y - 84}h236l-14-16h-208z`} />
    <path fill={wallShade} d={`M270 ${y - 134}h60v134h-60z`} />
    <path fill={roofShade} d={`M264 ${y - 134}h72l-36-28z`} />
    <circle cx="300" cy={y - 108} r="19" fill={cream} stroke={dark} strokeWidth="3" />
    <path
      fill="none"
      stroke={dark}
      strokeWidth="3"
      strokeLinecap="round"
      d={`M300 ${y - 108}v-11M300 ${y - 108}l8 5`}
    />
    {[202, 232, 342, 372].map((x) => (
      <path key={x} fill={dark} d={`M${x} ${y - 34}v-20a12 12 0 0 1 24 0v20z`} />
    ))}
    <path fill="#fffdfa" d={`M206 ${y}v-36a14 14 0 0 1 14-14h150q26 0 34 34l4 16z`} />
    <path fill={violet} d={`M206 ${y - 18}h199l3 8h-202z`} />
    {[218, 252, 286, 320].map((x) => (
      <rect key={x} x={x} y={y - 42} width="24" height="15" rx="4" fill={night} />
    ))}
    <path fill={night} d={`M360 ${y - 42}h14q12 2 18 15h-32z`} />
    <path fill={night} d={`M196 ${y}h214v5h-214z`} />
  </>
)

const stadium = (
  <>
    <path fill={wallShade} d={`M180 ${y}q-14-60 0-104 120-34 240 0 14 44 0 104z`} />
    <path fill={wall} d={`M180 ${y - 104}q120-34 240 0-120 34-240 0z`} />
    <path fill={leaf} d={`M206 ${y - 104}q94-20 188 0-94 20-188 0z`} />
    <path fill="none" stroke={cream} strokeWidth="2" d={`M300 ${y - 114}v20`} />
    {[198, 236, 274, 312, 350, 388].map((x) => (
      <path key={x} fill={dark} d={`M${x - 9} ${y - 14}v-30a10 10 0 0 1 20 0v30z`} />
    ))}
    {[186, 414].map((x) => (
      <g key={x}>
        <path fill={dark} d={`M${x - 2} ${y - 166}h4v62h-4z`} />
        <rect x={x - 15} y={y - 178} width="30" height="15" rx="4" fill={light} />
      </g>
    ))}
  </>
)

const bridge = (
  <>
    <path
      fill={wall}
      fillRule="evenodd"
      d={`M130 ${y + 26}v-58q170-72 340 0v58zM158 ${y + 26}h68v-16a34 34 0 0 0-68 0zM250 ${y + 26}h100v-26a50 50 0 0 0-100 0zM374 ${y + 26}h68v-16a34 34 0 0 0-68 0z`}
    />
    <path fill={wallShade} d={`M126 ${y - 34}q174-76 348 0v-12q-174-76-348 0z`} />
    {[190, 300, 410].map((x) => (
      <g key={x}>
        <path fill={dark} d={`M${x - 2} ${y - (x === 300 ? 116 : 102)}h4v40h-4z`} />
        <circle cx={x} cy={y - (x === 300 ? 120 : 106)} r="16" fill={light} opacity=".25" />
        <circle cx={x} cy={y - (x === 300 ? 120 : 106)} r="7" fill={light} />
      </g>
    ))}
  </>
)

const waves = (
  <path
    fill="none"
    stroke="#ffe6c4"
    strokeWidth="3"
    strokeLinecap="round"
    opacity=".6"
    d={`M150 ${y + 16}q10-8 20 0t20 0 20 0M390 ${y + 22}q10-8 20 0t20 0 20 0M262 ${y + 44}q10-8 20 0t20 0 20 0`}
  />
)

const beach = (
  <>
    <path fill="#efd3a0" d={`M0 ${y + 8}q160-34 320-8t280-14v82H0z`} />
    <path fill={dark} d={`M297 ${y - 104}h5l4 124h-6z`} />
    <path fill={roof} d={`M214 ${y - 66}q12-70 86-74 74 4 86 74-22-16-43 0-21-16-43 0-21-16-43 0-21-16-43 0z`} />
    <path fill={cream} d={`M257 ${y - 66}q4-56 43-74 39 18 43 74-21-16-43 0-22-16-43 0z`} />
    <path fill={violet} d={`M352 ${y + 12}l66-26 5 8-66 26zM350 ${y + 10}h8v18h-8zM408 ${y - 8}h6v22h-6z`} />
    <circle cx="214" cy={y + 12} r="15" fill={cream} />
    <path fill={roof} d={`M214 ${y - 3}a15 15 0 0 1 13 22z`} />
  </>
)

const boat = (
  <>
    {waves}
    <path fill={cream} d={`M296 ${y - 132}v112h-74z`} />
    <path fill="#ffd9a8" d={`M306 ${y - 112}v92h58z`} />
    <path fill={dark} d={`M298 ${y - 142}h6v134h-6z`} />
    <path fill={roof} d={`M216 ${y - 10}h170l-22 34h-124z`} />
    <path fill={roofShade} d={`M226 ${y + 6}h150l-6 8h-138z`} />
  </>
)

const peak = (
  <>
    <path fill="#4f3688" d={`M60 ${y}L210 ${y - 120}l60 48 54-96 216 168z`} />
    <path fill="#6b4aa8" d={`M324 ${y - 168}l216 168H300l-30-72z`} />
    <path
      fill={cream}
      d={`M324 ${y - 168}l44 34-20 4-14 14-16-18-20 12zM210 ${y - 120}l24 19-14 0-12 10-10-10-10 2z`}
    />
    <Tree x={150} height={58} wide={17} />
    <Tree x={452} height={66} wide={19} />
  </>
)

const viewpoint = (
  <>
    <path fill={leafShade} d={`M120 ${y}q180-64 360 0z`} />
    <path fill={wallShade} d={`M196 ${y - 58}h208v8h-208z`} />
    {[202, 238, 274, 310, 346, 382].map((x) => (
      <path key={x} fill={wall} d={`M${x} ${y - 50}h14v30h-14z`} />
    ))}
    <path fill={night} d={`M297 ${y - 92}h6v70h-6zM280 ${y - 22}h40v5h-40z`} />
    <path fill={violet} d={`M262 ${y - 104}l68-22 8 22-68 22z`} />
    <path fill={night} d={`M326 ${y - 128}l10-3 10 27-10 4z`} />
  </>
)

const house = (front: ReactNode) => (
  <>
    <path fill={wall} d={`M208 ${y - 120}h184v120h-184z`} />
    <path fill={roof} d={`M198 ${y - 120}h204l-16-18h-172z`} />
    {[224, 264, 324, 364].map((x, index) => (
      <Window key={x} x={x} at={y - 106} lit={index % 2 === 0} />
    ))}
    {front}
  </>
)

const shop = house(
  <>
    <path fill={dark} d={`M218 ${y - 52}h70v44h-70zM312 ${y - 52}h70v44h-70z`} />
    <path fill={light} opacity=".85" d={`M222 ${y - 48}h62v36h-62zM316 ${y - 48}h62v36h-62z`} />
    <path fill={dark} d={`M290 ${y - 52}h20v52h-20z`} />
    <Awning left={210} top={y - 74} stripes={10} />
  </>,
)

const bar = house(
  <>
    <path fill={dark} d={`M286 ${y - 52}h28v52h-28z`} />
    <path fill={light} d={`M224 ${y - 48}h46v30h-46zM330 ${y - 48}h46v30h-46z`} />
    <Awning left={210} top={y - 74} stripes={10} />
    {[176, 424].map((x) => (
      <g key={x}>
        <path fill={night} d={`M${x - 2} ${y - 30}h4v30h-4zM${x - 16} ${y - 4}h32v4h-32z`} />
        <path fill={cream} d={`M${x - 24} ${y - 36}h48v6h-48z`} />
        <path fill={violet} d={`M${x - 7} ${y - 48}h14l-3 12h-8z`} />
      </g>
    ))}
  </>,
)

const market = (
  <>
    {[178, 260, 342].map((x, index) => (
      <g key={x}>
        <path fill={dark} d={`M${x + 4} ${y - 80}h5v80h-5zM${x + 65} ${y - 80}h5v80h-5z`} />
        <path fill="#c98a56" d={`M${x} ${y - 38}h74v38h-74z`} />
        {[14, 30, 46, 62].map((fruit) => (
          <circle key={fruit} cx={x + fruit - 1} cy={y - 42} r="8" fill={['#ff9d5c', '#4c7d68', '#c8553d'][index]} />
        ))}
        <Awning left={x + 1} top={y - 96} stripes={4} />
      </g>
    ))}
  </>
)

const square = (
  <>
    <ellipse cx="300" cy={y + 14} rx="112" ry="20" fill={wallShade} />
    <ellipse cx="300" cy={y + 8} rx="104" ry="17" fill="#7f8fd6" />
    <path fill={wall} d={`M288 ${y + 8}v-52h24v52z`} />
    <path fill={wallShade} d={`M242 ${y - 52}h116q-8 22-58 22t-58-22z`} />
    <path fill={wall} d={`M293 ${y - 92}h14v42h-14z`} />
    <path fill={wallShade} d={`M274 ${y - 96}h52q-4 13-26 13t-26-13z`} />
    <path
      fill="none"
      stroke="#dfe6ff"
      strokeWidth="4"
      strokeLinecap="round"
      opacity=".85"
      d={`M300 ${y - 98}v-18M300 ${y - 116}q-20 4-22 18M300 ${y - 116}q20 4 22 18M250 ${y - 46}q-18 18-18 48M350 ${y - 46}q18 18 18 48`}
    />
  </>
)

const hospital = house(
  <>
    <path fill={cream} d={`M276 ${y - 96}h48v48h-48z`} />
    <path fill={roof} d={`M294 ${y - 90}h12v36h-12zM282 ${y - 78}h36v12h-36z`} />
    <path fill={dark} d={`M282 ${y - 38}h36v38h-36z`} />
    <Window x={224} at={y - 54} lit />
    <Window x={364} at={y - 54} />
  </>,
)

const hotel = house(
  <>
    {[224, 264, 324, 364].map((x, index) => (
      <Window key={x} x={x} at={y - 68} lit={index % 2 === 1} />
    ))}
    <path fill={violet} d={`M270 ${y - 162}h60v26h-60z`} />
    <path fill={light} d={`M283 ${y - 149}l4-8 4 8-4 8zM296 ${y - 149}l4-8 4 8-4 8zM309 ${y - 149}l4-8 4 8-4 8z`} />
    <path fill={dark} d={`M284 ${y}v-30h32v30z`} />
    <Awning left={273} top={y - 44} stripes={3} />
  </>,
)

const airport = (
  <>
    <path fill={wall} d={`M180 ${y - 44}h150v44h-150z`} />
    <path fill={night} d={`M190 ${y - 34}h130v16h-130z`} />
    <path fill={wallShade} d={`M350 ${y - 110}h30v110h-30z`} />
    <path fill={night} d={`M338 ${y - 132}h54l-8 24h-38z`} />
    <path fill={roof} d={`M336 ${y - 138}h58v8h-58z`} />
    <path fill={cream} d={`M196 ${y - 118}l96-30q20-4 24 2-2 8-20 14l-96 28-18-8z`} />
    <path fill={violet} d={`M236 ${y - 122}l-16-40 14-3 34 34zM200 ${y - 112}l-18-24 10-3 22 18z`} />
  </>
)

const drawings: Record<string, ReactNode> = {
  park,
  museum: temple,
  theatre: temple,
  library: temple,
  university: temple,
  school: temple,
  monument,
  church,
  castle,
  station,
  stadium,
  bridge,
  beach,
  lake: boat,
  harbour: boat,
  island: boat,
  peak,
  viewpoint,
  shop,
  bar,
  restaurant: bar,
  market,
  square,
  hospital,
  hotel,
  airport,
}

/** Kinds that stand in no town. */
const outside = new Set(['park', 'beach', 'lake', 'island', 'peak', 'viewpoint'])
const atSea = new Set(['beach', 'lake', 'island', 'harbour', 'bridge'])

export const hasKindDrawing = (kind: string) => Object.hasOwn(drawings, kind)
export const standsInTown = (kind: string) => !outside.has(kind)
export const standsAtSea = (kind: string) => atSea.has(kind)
export const PlaceKindDrawing = ({ kind }: { kind: string }) => drawings[kind]
