import 'react'

declare module 'react' {
  // CSS custom properties are style properties too.
  interface CSSProperties {
    [property: `--${string}`]: string | number | undefined
  }
}
