import bcd, { type CompatStatement, type Identifier } from '@mdn/browser-compat-data' with { type: 'json' }
import postcss, { type ChildNode, type Declaration } from 'postcss'
import { parseSync } from 'vite'
import oldestBrowsers from '#web/oldest-browsers.json' with { type: 'json' }

const { safari, firefox, chrome } = oldestBrowsers
const oldestVersions = { safari_ios: Number(safari), firefox: Number(firefox), chrome: Number(chrome) }
type BrowserName = keyof typeof oldestVersions

const numberOf = (version: unknown) =>
  typeof version === 'string' && version !== 'preview' ? Number.parseFloat(version.replace('≤', '')) : Infinity

/** Whether one of the oldest browsers lacks the feature. */
const isTooNew = (compat: CompatStatement | undefined) =>
  compat !== undefined &&
  (Object.keys(oldestVersions) as BrowserName[]).some((browser) => {
    const oldest = oldestVersions[browser]
    return ![compat.support[browser] ?? []]
      .flat()
      .some(
        ({ flags, prefix, alternative_name, version_added, version_removed }) =>
          !flags &&
          !prefix &&
          !alternative_name &&
          numberOf(version_added) <= oldest &&
          numberOf(version_removed) > oldest,
      )
  })

const childrenOf = (feature: Identifier | undefined) =>
  Object.entries(feature ?? {}).filter((entry): entry is [string, Identifier] => entry[0] !== '__compat')

/** By `Interface` and `Interface.member`. */
const features = new Map<string, CompatStatement>()
/** By name, those that can be called on something whose interface is old enough. */
const methods = new Map<string, CompatStatement[]>()
for (const [owner, feature] of [bcd.javascript.builtins, bcd.api].flatMap((tree) => childrenOf(tree))) {
  if (feature.__compat) features.set(owner, feature.__compat)
  for (const [key, { __compat: compat }] of childrenOf(feature)) {
    const name = key.replace(/_static$/, '')
    if (compat) features.set(`${owner}.${name}`, compat)
    if (compat && name === key && !isTooNew(feature.__compat)) methods.set(name, [...(methods.get(name) ?? []), compat])
  }
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const nameOf = (node: unknown) => (isNode(node) && typeof node.name === 'string' ? node.name : '')

function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* nodesOf(item)
  else if (isNode(value)) {
    yield value
    for (const child of Object.values(value)) if (typeof child === 'object') yield* nodesOf(child)
  }
}

const iteratorMethods = /^(drop|every|filter|find|flatMap|forEach|map|reduce|some|take|toArray)$/
const iteratorSources = /^(entries|keys|matchAll|values)$/

/** Whether a method of iterators is called on the result of `values()` or the like, but not on that of `Object.values`. */
function isIteratorMethod({ object, property }: Node) {
  const source = isNode(object) && object.type === 'CallExpression' ? object.callee : null
  return (
    isNode(source) &&
    source.type === 'MemberExpression' &&
    iteratorMethods.test(nameOf(property)) &&
    iteratorSources.test(nameOf(source.property)) &&
    nameOf(source.object) !== 'Object'
  )
}

function newFeatureOf(node: Node): string | null {
  if (node.type === 'NewExpression' && isTooNew(features.get(nameOf(node.callee)))) return `new ${nameOf(node.callee)}`
  if (node.type === 'MemberExpression' && features.has(nameOf(node.object))) {
    const names = [nameOf(node.object), `${nameOf(node.object)}.${nameOf(node.property)}`]
    return names.find((name) => isTooNew(features.get(name))) ?? null
  }
  const { callee } = node
  if (node.type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return null
  // Functions of classes are features by their full name.
  if (callee.computed === true || features.has(`${nameOf(callee.object)}.${nameOf(callee.property)}`)) return null
  const method = nameOf(callee.property)
  if (isIteratorMethod(callee)) return `Iterator.${method}`
  // A name that an old interface has, too, is taken for that.
  return methods.get(method)?.every(isTooNew) ? `.${method}()` : null
}

/** Returns what a script uses that one of the oldest browsers lacks. The build lowers syntax. */
export function newFeaturesOfScript(code: string): string[] {
  const { program, errors } = parseSync('script.js', code)
  if (errors.length > 0) throw new Error(errors[0]?.message)
  return [...nodesOf(program)].map(newFeatureOf).filter((name) => name !== null)
}

function typeNamed(name: string, tree: Identifier | undefined, depth = 0): CompatStatement | undefined {
  const found = tree?.[name]?.__compat
  if (found || depth > 1) return found
  return childrenOf(tree)
    .map(([, child]) => typeNamed(name, child, depth + 1))
    .find((compat) => compat !== undefined)
}

const { 'at-rules': atRules, properties, selectors, types } = bcd.css
const words = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, word = '']) => word)

function newFeaturesOfDeclaration({ prop, value, parent }: Declaration): string[] {
  // Prefixed properties are meant for one engine alone.
  if (prop.startsWith('-')) return []
  const hasPrefixed = parent?.some((node) => node.type === 'decl' && node.prop === `-webkit-${prop}`)
  const property = hasPrefixed ? undefined : properties?.[prop]
  return [
    ...(isTooNew(property?.__compat) ? [prop] : []),
    ...words(value, /\b([a-z][a-z-]*)\b/g)
      .filter((word) => isTooNew(property?.[word]?.__compat))
      .map((word) => `${prop}: ${word}`),
    ...words(value, /([a-z-]+)\(/g)
      .filter((name) => isTooNew(typeNamed(name, types)))
      .map((name) => `${name}()`),
    ...words(value, /\d([a-z]+)\b/g).filter((unit) => isTooNew(types?.length?.[unit]?.__compat)),
  ]
}

function newFeaturesOfNode(node: ChildNode): string[] {
  if (node.type === 'decl') return newFeaturesOfDeclaration(node)
  if (node.type === 'atrule')
    return [
      ...(isTooNew(atRules?.[node.name]?.__compat) ? [`@${node.name}`] : []),
      ...words(node.params, /([a-z-]+)/g).filter((word) => isTooNew(atRules?.[node.name]?.[word]?.__compat)),
    ]
  if (node.type !== 'rule') return []
  const isNested = node.parent?.type === 'rule' && isTooNew(selectors?.nesting?.__compat)
  // Styles of one engine's own controls are meant for it alone.
  const names = words(node.selector, /::?([a-z-]+)/g).filter((name) => !name.startsWith('-'))
  return [
    ...(isNested ? ['nesting'] : []),
    ...names.filter((name) => isTooNew(selectors?.[name]?.__compat)).map((name) => `:${name}`),
  ]
}

const isInSupports = (node: ChildNode): boolean => {
  const { parent } = node
  if (!parent || parent.type === 'root' || parent.type === 'document') return false
  return (
    (parent.type === 'atrule' && 'name' in parent && parent.name === 'supports') || isInSupports(parent as ChildNode)
  )
}

/** Returns what a stylesheet uses, outside of `@supports`, that one of the oldest browsers lacks. */
export function newFeaturesOfStyle(css: string): string[] {
  const found: string[] = []
  postcss.parse(css).walk((node) => {
    if (!isInSupports(node)) found.push(...newFeaturesOfNode(node))
  })
  return found
}
