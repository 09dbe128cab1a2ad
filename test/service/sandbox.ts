import { type Client, createClient } from '../../src/service/client.ts';
import { closeAfterTest } from '../closing.ts';
import { type SandboxClient, sandboxClient } from '../sandbox/client.ts';
import { serviceAt } from './servers.ts';

export interface SandboxService {
  readonly client: Client;
  readonly sandbox: SandboxClient;
  /** Creates and activates a field; answers its ID. */
  addField(name: string, model: string, type: string): Promise<number>;
}

/** The client of a sandbox; both closed after the test. */
export async function sandboxService(): Promise<SandboxService> {
  const sandbox = await sandboxClient();
  const client = createClient(serviceAt(sandbox.sandbox.url, { auth: { type: 'none' }, headers: {} }));
  closeAfterTest(() => client.close());
  return {
    client,
    sandbox,
    async addField(name, model, type) {
      const models = await sandbox.get(`/api/biz/models?filter=name eq '${model}'`);
      const lists = await sandbox.get("/api/biz/valuelists?expand=items&filter=code eq 'customfieldsqltypes'");
      const item = lists.json[0].Items.find((each: { Name: string }) => each.Name === type);
      const field = { Name: name, ModelID: models.json[0].ID, DataType: item.Code, Nullable: true };
      const created = await sandbox.post('/api/biz/custom-fields', field);
      await sandbox.post(`/api/biz/custom-fields/${created.json.ID}?action=activate`);
      return created.json.ID;
    },
  };
}
