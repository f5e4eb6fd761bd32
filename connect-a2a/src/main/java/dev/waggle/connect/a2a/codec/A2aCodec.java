package dev.waggle.connect.a2a.codec;

import dev.waggle.connect.a2a.protocol.A2aAgentCard;
import dev.waggle.connect.a2a.protocol.A2aErrorCode;
import dev.waggle.connect.a2a.protocol.A2aEvent;
import dev.waggle.connect.a2a.protocol.A2aException;
import dev.waggle.connect.a2a.protocol.A2aPushConfig;
import dev.waggle.connect.a2a.protocol.A2aPushConfigPage;
import dev.waggle.connect.a2a.protocol.A2aRequest;
import dev.waggle.connect.a2a.protocol.A2aTask;
import dev.waggle.connect.a2a.protocol.A2aTaskPage;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.signal.json.JsonValue;

/**
 * Codec of one version of the protocol, for servers and clients. Every refusal of JSON is an
 * {@link IllegalArgumentException} that names the field.
 */
public final class A2aCodec {

    private static final A2aCodec LEGACY = new A2aCodec(A2aVersion.V0_3);
    private static final A2aCodec CURRENT = new A2aCodec(A2aVersion.V1_0);

    private final A2aVersion version;
    private final RequestCodec requests;
    private final TaskCodec tasks;
    private final PushCodec push;

    private A2aCodec(A2aVersion version) {
        this.version = version;
        this.requests = new RequestCodec(version);
        this.tasks = new TaskCodec(version);
        this.push = new PushCodec(version);
    }

    public static A2aCodec of(A2aVersion version) {
        return version == A2aVersion.V0_3 ? LEGACY : CURRENT;
    }

    public A2aVersion version() {
        return version;
    }

    /** Name of the method of a request; a version that lacks it is an {@link A2aException}. */
    public String method(A2aRequest request) {
        A2aMethod method = A2aMethod.of(request);
        String name = method.name(version);
        if (name == null) {
            throw new A2aException(A2aErrorCode.METHOD_NOT_FOUND,
                    "version " + version.number() + " has no method for " + method.name());
        }
        return name;
    }

    /** Parameters of a request. */
    public JsonValue.Obj parameters(A2aRequest request) {
        return requests.write(request);
    }

    /**
     * Request of a method and its parameters.
     *
     * @throws A2aException if the version has no such method, or the parameters do not fit it
     */
    public A2aRequest request(RpcRequest call) {
        A2aMethod method = A2aMethod.of(version, call.method()).orElseThrow(() -> unknown(call.method()));
        try {
            return requests.read(method, WireTree.reader("params", call.params()));
        } catch (IllegalArgumentException bad) {
            throw new A2aException(A2aErrorCode.INVALID_PARAMS, String.valueOf(bad.getMessage()));
        }
    }

    private A2aException unknown(String name) {
        A2aVersion other = version == A2aVersion.V0_3 ? A2aVersion.V1_0 : A2aVersion.V0_3;
        String remedy = A2aMethod.of(other, name).isEmpty() ? ""
                : "\nMaybe send the header " + A2aVersion.HEADER + ": " + other.number() + '.';
        return new A2aException(A2aErrorCode.METHOD_NOT_FOUND,
                "version " + version.number() + " has no method " + RpcRequest.excerpt(name) + remedy);
    }

    /** Event of a stream, or the answer to a message. */
    public JsonValue event(A2aEvent event) {
        return tasks.event(event);
    }

    /** Event of a stream, or the answer to a message. */
    public A2aEvent event(JsonValue value) {
        return tasks.event(WireTree.reader("an event", value));
    }

    public JsonValue task(A2aTask task) {
        return tasks.task(task);
    }

    public A2aTask task(JsonValue value) {
        return tasks.task(WireTree.reader("a task", value));
    }

    public JsonValue taskPage(A2aTaskPage page) {
        return tasks.page(page);
    }

    public A2aTaskPage taskPage(JsonValue value) {
        return tasks.page(WireTree.reader("a page of tasks", value));
    }

    public JsonValue pushConfig(A2aPushConfig config) {
        return push.config(config);
    }

    public A2aPushConfig pushConfig(JsonValue value) {
        return push.config(WireTree.reader("a push configuration", value));
    }

    public JsonValue pushConfigPage(A2aPushConfigPage page) {
        return push.page(page);
    }

    public A2aPushConfigPage pushConfigPage(JsonValue value) {
        return push.page(value);
    }

    /** Agent card in the form of this version. */
    public JsonValue card(A2aAgentCard card) {
        return AgentCardWriter.write(version, card);
    }

    /** Agent card in the form of any version. */
    public static A2aAgentCard card(JsonValue value) {
        return AgentCardReader.read(value);
    }
}
