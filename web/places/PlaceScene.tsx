import { useId } from 'react'
import { hasKindDrawing, PlaceKindDrawing, standsAtSea, standsInTown } from './PlaceKindDrawing.tsx'
import { type Scene, createScene, sceneSize } from './place-scene.ts'

type PlaceSceneProps = { name: string; kind: string; className?: string | undefined }

const { width, height, groundY } = sceneSize

/** The drawing of a place without a picture. */
export function PlaceScene({ name, kind, className }: PlaceSceneProps) {
  const id = useId()
  const scene = createScene(name)
  const hasOwn = hasKindDrawing(kind)
  const isAtSea = hasOwn ? standsAtSea(kind) : scene.isAtSea
  return (
    <svg className={className} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="xMidYMax slice" aria-hidden>
      <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
        {scene.sky.map((colour, index) => (
          <stop key={colour} offset={[0, 0.6, 1][index]} stopColor={colour} />
        ))}
      </linearGradient>
      <path fill={`url(#${id})`} d={`M0 0h${width}v${height}H0z`} />
      <circle cx={scene.sun.x} cy={scene.sun.y} r="52" fill="#fff3d6" opacity=".18" />
      <circle cx={scene.sun.x} cy={scene.sun.y} r="31" fill="#fff3d6" opacity=".95" />
      <path fill="#6b4aa8" opacity=".6" d="M0 166Q100 96 210 150T420 130 600 158V300H0z" />
      <path fill="#4f3688" opacity=".75" d="M0 196Q135 136 275 180T600 168V300H0z" />
      {!hasOwn && <Landmark {...scene.landmark} />}
      {standsInTown(kind) && (
        // Behind what the place itself is, the town is far.
        <g opacity={hasOwn ? 0.45 : 1}>
          {scene.houses.map((house) => (
            <House key={house.x} {...house} />
          ))}
        </g>
      )}
      <path fill={isAtSea ? '#6a45a8' : '#5b3f94'} d={`M0 ${groundY}h${width}v${height - groundY}H0z`} />
      {[
        [40, 14, 110],
        [210, 26, 70],
        [350, 12, 120],
        [480, 32, 90],
        [110, 44, 130],
        [300, 52, 90],
        [520, 54, 60],
      ].map(([x, depth, length]) => (
        <rect
          key={x}
          x={x}
          y={groundY + (depth ?? 0)}
          width={length}
          height="3"
          rx="1.5"
          fill="#ffe6c4"
          opacity={isAtSea ? 0.42 : 0.2}
        />
      ))}
      {hasOwn ? <PlaceKindDrawing kind={kind} /> : <Pin />}
    </svg>
  )
}

const House = ({ x, top, width: houseWidth, wall, windows }: Scene['houses'][number]) => (
  <>
    <path fill={wall} d={`M${x} ${top}h${houseWidth}v${groundY - top}h-${houseWidth}z`} />
    <path fill="#c8553d" d={`M${x - 3} ${top}h${houseWidth + 6}l-6-9h-${houseWidth - 6}z`} />
    {windows.map((window) => (
      <rect
        key={`${window.x} ${window.y}`}
        x={window.x}
        y={window.y}
        width="8"
        height="12"
        rx="4"
        fill={window.lit ? '#ffe6a3' : '#5a4030'}
      />
    ))}
  </>
)

const Landmark = ({ kind, x }: Scene['landmark']) =>
  kind === 'campanile' ? (
    <>
      <path fill="#f7e3bd" d={`M${x - 16} 96h32v136h-32z`} />
      <path fill="#e6c48d" d={`M${x - 20} 89h40v8h-40z`} />
      <path fill="#c8553d" d={`M${x - 18} 89l18-36 18 36z`} />
      <rect x={x - 5.5} y="108" width="11" height="18" rx="5.5" fill="#5a4030" />
    </>
  ) : (
    <>
      <path fill="#f7e3bd" d={`M${x - 50} 134h100v98h-100z`} />
      <path fill="#b9573f" d={`M${x - 53} 134a53 49 0 0 1 106 0z`} />
      <path fill="#e6c48d" d={`M${x - 56} 130h112v9h-112z`} />
      <path fill="#f7e3bd" d={`M${x - 6} 70h12v18h-12z`} />
      <path fill="#b9573f" d={`M${x - 9} 72l9-18 9 18z`} />
    </>
  )

const Pin = () => (
  <>
    <ellipse cx="300" cy="270" rx="76" ry="14" fill="#a98bff" opacity=".28" />
    <ellipse cx="300" cy="270" rx="17" ry="5" fill="#2b2056" opacity=".5" />
    <path
      fill="#6a3de8"
      stroke="#fff3d6"
      strokeWidth="5"
      d="M300 270c-29-34-41-50-41-72a41 41 0 0 1 82 0c0 22-12 38-41 72z"
    />
    <circle cx="300" cy="198" r="14.5" fill="#fff3d6" />
  </>
)
