// An import in a process of its own, as the command runs it: `BUILD FOLDER FILE JOB`. Goes on with the import of the same
// bytes; ends when it rests, with the receipt on its last line.
import { pathToFileURL } from 'node:url';

const [build, folder, path, name] = process.argv.slice(2);
const load = (file) => import(pathToFileURL(`${build}/${file}`).href);
const { openApp } = await load('app/app.js');
const { readConfig } = await load('config/read-config.js');
const { intake } = await load('arriving/receive.js');
const { receiptOf } = await load('reporting/receipt.js');

const config = await readConfig({ cwd: folder, env: process.env });
const app = openApp(config, (line) => console.error(line));
const job = await app.ports.job(name);
const { row } = await intake(path, job, { book: true, force: false }, app.ports);
console.log(`import ${row.num}`);
await app.work(['plan', 'post'], ['main']);
await app.wake(row.num);
while (['planning', 'posting'].includes(app.ledger.imports.byNum(row.num).state)) {
  await new Promise((resolve) => setTimeout(resolve, 20));
}
const receipt = receiptOf(row.num, app.ledger, Date.now());
await app.close();
console.log(JSON.stringify(receipt));
process.exit(0);
