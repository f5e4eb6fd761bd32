// Calls an agent with the client of @a2a-js/sdk 1.3.0: node client-1.mjs URL [TOKEN] [WEBHOOK].
import {randomUUID} from 'node:crypto';
import {ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory} from 'a2a-sdk-1/client';
import {notingFetch, step} from './steps.mjs';

const [url, token, webhook] = process.argv.slice(2);
const notes = [];
const fetchImpl = notingFetch(token, notes);
const factory = new ClientFactory({
    transports: [new JsonRpcTransportFactory({fetchImpl})],
    cardResolver: new DefaultAgentCardResolver({fetchImpl})
});
const message = text => ({
    messageId: randomUUID(), role: 1, parts: [{content: {$case: 'text', value: text}, mediaType: '', filename: ''}],
    contextId: '', taskId: '', extensions: [], referenceTaskIds: []
});
const send = (text, configuration) => ({tenant: '', message: message(text), configuration, metadata: undefined});
const configuration = {acceptedOutputModes: [], historyLength: undefined, returnImmediately: true};

let client;
await step('card', async () => {
    client = await factory.createFromUrl(url);
    return {card: await client.getAgentCard(), version: client.protocolVersion};
});
let blocking;
await step('send', async () => blocking = await client.sendMessage(send('solve this')));
const stream = [];
await step('stream', async () => {
    for await (const event of client.sendMessageStream(send('solve this'))) {
        stream.push(event);
    }
    return stream;
});
await step('get', () => client.getTask({tenant: '', id: blocking.id, historyLength: undefined}));
await step('list', () => client.listTasks({tenant: '', contextId: blocking.contextId, status: 0, pageSize: 10,
    pageToken: '', historyLength: undefined, includeArtifacts: true}));
let waiting;
await step('return-immediately', async () => waiting = await client.sendMessage(send('wait for me', configuration)));
await step('subscribe', async () => {
    const events = [];
    for await (const event of client.resubscribeTask({tenant: '', id: waiting.id})) {
        events.push(event);
        if (events.length === 1) {
            await step('cancel', () => client.cancelTask({tenant: '', id: waiting.id, metadata: undefined}));
        }
    }
    return events;
});
await step('cancel-again', () => client.cancelTask({tenant: '', id: blocking.id, metadata: undefined}));
await step('subscribe-ended', async () => {
    for await (const event of client.resubscribeTask({tenant: '', id: blocking.id})) {
        return event;
    }
});
if (webhook) {
    let hooked;
    await step('push-task', async () => hooked = await client.sendMessage(send('wait for push', configuration)));
    const push = {tenant: '', id: 'hook', taskId: hooked?.id, url: webhook, token: 'secret-of-the-hook',
        authentication: undefined};
    await step('push-create', () => client.createTaskPushNotificationConfig(push));
    await step('push-get', () => client.getTaskPushNotificationConfig({tenant: '', taskId: hooked.id, id: 'hook'}));
    await step('push-list', () => client.listTaskPushNotificationConfig({tenant: '', taskId: hooked.id, pageSize: 10,
        pageToken: ''}));
    await step('push-cancel', () => client.cancelTask({tenant: '', id: hooked.id, metadata: undefined}));
    await step('push-delete', () => client.deleteTaskPushNotificationConfig({tenant: '', taskId: hooked.id, id: 'hook'}));
}
await step('get-unknown', () => client.getTask({tenant: '', id: 'no-such-task', historyLength: undefined}));
await step('ask', () => client.sendMessage(send('ask me')));
await step('extended-card', () => client.transport.getExtendedAgentCard({tenant: ''},
    {serviceParameters: {'A2A-Version': '1.0'}}));
await step('notes', () => notes.map(note => ({...note.request, status: note.status, type: note.type})));
await Promise.all(notes.map(note => note.done));
