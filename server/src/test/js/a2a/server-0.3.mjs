// An agent behind the server of @a2a-js/sdk 0.3.14. Prints its URL, then a line for each cancel.
import {randomUUID} from 'node:crypto';
import express from 'express';
import {DefaultRequestHandler, InMemoryTaskStore} from 'a2a-sdk-0.3/server';
import {agentCardHandler, jsonRpcHandler, UserBuilder} from 'a2a-sdk-0.3/server/express';
import {CancelSignals, play} from './behaviour.mjs';

const FINAL = new Set(['completed', 'failed', 'canceled', 'rejected', 'input-required', 'auth-required']);

class Stage {
    constructor(context, bus) {
        this.context = context;
        this.bus = bus;
        this.taskId = context.taskId;
        this.contextId = context.contextId;
    }

    #message(text, taskId) {
        return {
            kind: 'message', messageId: randomUUID(), role: 'agent', contextId: this.contextId, taskId,
            parts: [{kind: 'text', text}]
        };
    }

    message(text) {
        this.bus.publish(this.#message(text, undefined));
    }

    task(state) {
        this.bus.publish({
            kind: 'task', id: this.taskId, contextId: this.contextId, history: [this.context.userMessage],
            status: {state, timestamp: new Date().toISOString()}
        });
    }

    status(state, text) {
        this.bus.publish({
            kind: 'status-update', taskId: this.taskId, contextId: this.contextId, final: FINAL.has(state),
            status: {
                state, timestamp: new Date().toISOString(),
                message: text === undefined ? undefined : this.#message(text, this.taskId)
            }
        });
    }

    #artifact(artifactId, parts, append, lastChunk) {
        this.bus.publish({
            kind: 'artifact-update', taskId: this.taskId, contextId: this.contextId, append, lastChunk,
            artifact: {artifactId, name: artifactId, parts}
        });
    }

    artifact(id, text, {append, last}) {
        this.#artifact(id, [{kind: 'text', text}], append, last);
    }

    artifactData(id, data) {
        this.#artifact(id, [{kind: 'data', data}], false, true);
    }
}

const signals = new CancelSignals();
const executor = {
    async execute(context, bus) {
        const text = context.userMessage.parts.map(p => p.text ?? '').join('\n');
        await play(text, new Stage(context, bus), signals.wait(context.taskId));
        bus.finished();
    },
    async cancelTask(taskId) {
        console.log('cancelled');
        signals.raise(taskId);
    }
};

const app = express();
const listener = app.listen(0, '127.0.0.1', () => {
    const url = `http://127.0.0.1:${listener.address().port}`;
    const streaming = process.argv[2] !== 'no-streaming';
    const card = {
        name: 'JavaScript agent', description: 'An agent of a test', version: '1.0.0', protocolVersion: '0.3.0',
        url: `${url}/rpc`, preferredTransport: 'JSONRPC',
        capabilities: {streaming, pushNotifications: true}, defaultInputModes: ['text/plain'],
        defaultOutputModes: ['text/plain'],
        skills: [{id: 'answer', name: 'Answer', description: 'Answers', tags: ['test']}]
    };
    const handler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor);
    app.use('/.well-known/agent-card.json', agentCardHandler({agentCardProvider: handler}));
    app.use('/rpc', jsonRpcHandler({requestHandler: handler, userBuilder: UserBuilder.noAuthentication}));
    console.log(url);
});
process.stdin.on('end', () => process.exit(0)).resume();
