/** An element of a page, as a person uses it. */
export type Control = {
  click: () => Promise<void>
  /** Writes with real keys, after what is there. */
  write: (text: string) => Promise<void>
  /** Chooses files in a file input. */
  choose: (files: string[]) => Promise<void>
}

/** One window of a browser, with cookies and storage of its own. */
export type Tab = {
  goto: (url: string) => Promise<void>
  reload: () => Promise<void>
  back: () => Promise<void>
  /** Runs a function in the page. It reaches nothing outside of itself, and what it returns is JSON. */
  run: <Input, Output>(script: (input: Input) => Output | Promise<Output>, input: Input) => Promise<Output>
  /** Returns the element that a function finds in the page, or null. */
  find: <Input>(script: (input: Input) => Element | null, input: Input) => Promise<Control | null>
  close: () => Promise<void>
}

export type Browser = {
  openTab: () => Promise<Tab>
  close: () => Promise<void>
}
