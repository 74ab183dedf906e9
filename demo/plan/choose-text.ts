import type { Random } from '#demo/random.ts'
import { createTextComposer } from './composed-texts.ts'
import { type TimeOfDay, type PostText, postTexts, type Setting, type Voice } from './post-texts.ts'

type PostContext = { kind: string; name: string; town: string; hour: number; voice: Voice }

const settings: Record<string, Setting> = {
  station: 'station',
  beach: 'beach',
  university: 'university',
  museum: 'museum',
  park: 'park',
  market: 'market',
  theatre: 'show',
  monument: 'sight',
  church: 'sight',
  bridge: 'sight',
  castle: 'sight',
  viewpoint: 'sight',
}

/** The texts for squares treat {luogo} as feminine, which is right only for a Piazza. */
const settingOf = ({ kind, name }: PostContext): Setting => {
  if (kind === 'square') return name.startsWith('Piazz') ? 'square' : 'sight'
  return settings[kind] ?? 'town'
}

function timeOfDayAt(hour: number): TimeOfDay {
  if (hour >= 5 && hour < 12) return 'morning'
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening'
}

/** Settings whose texts fit as well, when all of a setting have been used. */
const relatedSettings: Partial<Record<Setting, Setting>> = {
  sight: 'square',
  square: 'town',
  museum: 'sight',
  show: 'square',
  market: 'square',
}

/** So many texts of a town are composed even while written ones are left, which would else run out in some towns. */
const composedShare = 0.4

/** Returns a function that chooses or composes a text. None is returned twice. */
export function createTextChooser(random: Random): (context: PostContext) => string {
  const compose = createTextComposer(random)
  const used = new Set<PostText>()
  return (context) => {
    const setting = settingOf(context)
    const unused = random.shuffled(fittingTexts(context, setting).filter((text) => !used.has(text)))
    const written = unused.find((text) => text.setting === setting) ?? unused[0]
    const composed = !written || random.maybe(composedShare) ? compose(context.town) : null
    if (composed !== null) return composed
    if (!written) throw new Error(`no text is left for ${context.name}`)
    used.add(written)
    return written.text.replaceAll('{luogo}', context.name).replaceAll('{citta}', context.town)
  }
}

function fittingTexts({ hour, voice }: PostContext, setting: Setting): PostText[] {
  const timeOfDay = timeOfDayAt(hour)
  const suitable = postTexts.filter(
    (text) => (text.timeOfDay === timeOfDay || text.timeOfDay === 'any') && (!text.voice || text.voice === voice),
  )
  const borrowed = suitable.filter(
    (text) => text.setting === relatedSettings[setting] && !text.text.includes('{luogo}'),
  )
  return [...suitable.filter((text) => text.setting === setting), ...borrowed]
}
