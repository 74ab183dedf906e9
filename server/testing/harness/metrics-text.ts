/** A line of Prometheus text. */
export type Sample = { name: string; labels: Record<string, string>; value: number }

/** The address at which a server serves its metrics, read from its log. */
export function findMetricsUrl(output: string): string {
  const url = /"url":"(http:[^"]+\/metrics)"/.exec(output)?.[1]
  if (url === undefined) throw new Error(`the server serves no metrics: ${output}`)
  return url
}

/** Reads the metrics of a server, by the output of its log. */
export async function readMetrics({ output }: { output: () => string }): Promise<{ text: string; samples: Sample[] }> {
  const reply = await fetch(findMetricsUrl(output()), { signal: AbortSignal.timeout(10_000) })
  const text = await reply.text()
  if (reply.status !== 200) throw new Error(`the metrics answer ${reply.status}: ${text}`)
  return { text, samples: text.split('\n').filter(isSample).map(parseSample) }
}

const isSample = (line: string) => line !== '' && !line.startsWith('#')

/** Throws for a line that is not `name{label="value"} number`. */
function parseSample(line: string): Sample {
  const [, name, labels = '', value] = /^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
  if (name === undefined) throw new Error(`no sample: ${line}`)
  const pairs = [...labels.matchAll(/([a-z]\w*)="((?:[^"\\]|\\.)*)"(?:,|$)/g)]
  return { name, labels: Object.fromEntries(pairs.map(([, label, text]) => [label, text])), value: Number(value) }
}

/** Adds up the samples of a metric that have these labels; 0 if there are none. */
export const sumOf = (samples: Sample[], name: string, labels: Record<string, string> = {}): number =>
  samples
    .filter(
      (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
    )
    .reduce((sum, { value }) => sum + value, 0)
