import pg from 'pg'

type Column = { name: string; typeId: number }
type Protocol = {
  parse: (message: { name: string; text: string }) => void
  describe: (message: { type: 'S'; name: string }) => void
  sync: () => void
}

/** A query for node-postgres that prepares a statement and describes its result, without executing it. */
class Description {
  readonly columns: Promise<Column[]>
  private readonly text: string
  private fields: Column[] = []
  private readonly settled = Promise.withResolvers<Column[]>()

  constructor(text: string) {
    this.text = text
    this.columns = this.settled.promise
  }

  submit(connection: Protocol): void {
    connection.parse({ name: '', text: this.text })
    connection.describe({ type: 'S', name: '' })
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.fields = fields.map(({ name, dataTypeID }) => ({ name, typeId: dataTypeID }))
  }

  handleReadyForQuery(): void {
    this.settled.resolve(this.fields)
  }

  handleError(error: Error): void {
    this.settled.reject(error)
  }
}

/** Prepares a statement and returns the columns of its result. Throws what PostgreSQL reports about it. */
export function describeStatement(client: pg.Client, text: string): Promise<Column[]> {
  const description = new Description(text)
  client.query(description as unknown as pg.Submittable)
  return description.columns
}
