// Reads every cell of a workbook and does nothing with it.   node bench/read-xlsx.mjs FILE
import { openSource } from '../build/tabular/open-source.js';

const [path] = process.argv.slice(2);
const source = await openSource(path, path, { delimiter: 'auto', encoding: 'auto', hint: {} });
let records = 0;
let cells = 0;
for await (const chunk of source.chunks(0)) {
  records += chunk.records.length;
  for (const record of chunk.records) cells += record.length;
}
await source.close();
console.log(JSON.stringify({ records, cells }));
