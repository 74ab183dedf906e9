/** Statements of one kind that are under way at once: the database's other connections stay free for others. */
const lanes = 2

type Waiting<Ask, Answer> = { ask: Ask; resolve: (answer: Answer) => void; reject: (error: unknown) => void }

/**
 * Gathers what many ask at the same moment into one statement: asked alone, it is answered at once; in a crowd,
 * a statement's own cost is shared by all that it answers.
 * @param answer the answers, in the order of what was asked; at most `most` at a time.
 */
export function createBatcher<Ask, Answer>(
  most: number,
  answer: (asks: Ask[]) => Promise<Answer[]>,
): (ask: Ask) => Promise<Answer> {
  let waiting: Waiting<Ask, Answer>[] = []
  let underWay = 0
  let scheduled = false

  const send = async () => {
    const batch = waiting.slice(0, most)
    waiting = waiting.slice(most)
    underWay++
    try {
      const answers = await answer(batch.map(({ ask }) => ask))
      batch.forEach(({ resolve }, at) => resolve(answers[at] as Answer))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    underWay--
    schedule()
  }
  const sendAll = () => {
    scheduled = false
    for (let free = lanes - underWay; free > 0 && waiting.length > 0; free--) void send()
  }
  // After the requests that have arrived already, and before anything that arrives later.
  const schedule = () => {
    if (scheduled || waiting.length === 0 || underWay >= lanes) return
    scheduled = true
    setImmediate(sendAll)
  }
  return (ask) =>
    new Promise((resolve, reject) => {
      waiting.push({ ask, resolve, reject })
      schedule()
    })
}
