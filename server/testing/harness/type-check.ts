import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/**
 * Appends code to server files in a copy of the sources, and runs the compiler on them.
 * @param additions code by file, relative to the root of the project.
 * @returns the errors of the compiler; empty when there are none.
 */
export function typeCheck(additions: Map<string, string>): string {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'dintorni-type-check-'))
  try {
    for (const name of ['contract', 'server', 'demo', 'package.json'])
      fs.cpSync(name, path.join(copy, name), { recursive: true })
    fs.symlinkSync(path.resolve('node_modules'), path.join(copy, 'node_modules'))
    for (const [file, code] of additions) fs.appendFileSync(path.join(copy, file), code)
    const { compilerOptions } = JSON.parse(fs.readFileSync('tsconfig.json', 'utf8')) as { compilerOptions: object }
    const options = { ...compilerOptions, types: ['node'], noUnusedLocals: false }
    const config = { compilerOptions: options, files: [...additions.keys()] }
    fs.writeFileSync(path.join(copy, 'tsconfig.json'), JSON.stringify(config))
    execFileSync(path.resolve('node_modules/.bin/tsc'), ['-p', copy], { encoding: 'utf8', cwd: copy })
    return ''
  } catch (error) {
    return (error as { stdout?: string }).stdout ?? String(error)
  } finally {
    fs.rmSync(copy, { recursive: true })
  }
}
