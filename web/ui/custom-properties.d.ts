export type CustomProperty = `--${string}`

declare module 'react' {
  // CSS custom properties are style properties too.
  interface CSSProperties {
    [property: CustomProperty]: string | number | undefined
  }
}
