package dev.waggle.connect.a2a.codec;

import java.util.List;

import dev.waggle.connect.a2a.protocol.A2aErrorCode;
import dev.waggle.connect.a2a.protocol.A2aEvent;
import dev.waggle.connect.a2a.protocol.A2aException;
import dev.waggle.connect.a2a.protocol.A2aPart;
import dev.waggle.connect.a2a.protocol.A2aRequest;
import dev.waggle.connect.a2a.protocol.A2aTaskState;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class A2aCodecTest {

    private static final int CASES = 400;

    private static final A2aCodec LEGACY = A2aCodec.of(A2aVersion.V0_3);
    private static final A2aCodec CURRENT = A2aCodec.of(A2aVersion.V1_0);

    @ParameterizedTest
    @EnumSource
    void everyRecordComesBackFromItsJson(A2aVersion version) {
        A2aCodec codec = A2aCodec.of(version);
        for (long seed = 0; seed < CASES; seed++) {
            RecordGenerator records = new RecordGenerator(version, seed);
            var task = records.task();
            assertThat(codec.task(wired(codec.task(task)))).as("seed %d", seed).isEqualTo(task);
            var event = records.event();
            assertThat(codec.event(wired(codec.event(event)))).as("seed %d", seed).isEqualTo(event);
            var page = records.taskPage();
            assertThat(codec.taskPage(wired(codec.taskPage(page)))).as("seed %d", seed).isEqualTo(page);
            var push = records.pushConfig();
            assertThat(codec.pushConfig(wired(codec.pushConfig(push)))).as("seed %d", seed).isEqualTo(push);
            var configs = records.pushConfigPage();
            assertThat(codec.pushConfigPage(wired(codec.pushConfigPage(configs)))).as("seed %d", seed)
                    .isEqualTo(configs);
            var card = records.card();
            assertThat(A2aCodec.card(wired(codec.card(card)))).as("seed %d", seed).isEqualTo(card);
            var request = records.request();
            RpcRequest call = RpcRequest.of(seed, codec.method(request), codec.parameters(request));
            assertThat(codec.request(RpcRequest.of(wired(call.json())))).as("seed %d", seed).isEqualTo(request);
        }
    }

    @Test
    void version03WritesKindsAndTheFinalMark() {
        A2aEvent event = LEGACY.event(json("""
                {"kind":"status-update","taskId":"t","contextId":"c","final":true,
                 "status":{"state":"input-required","timestamp":"2026-01-02T03:04:05.678901+01:00"}}"""));

        assertThat(JsonText.write(LEGACY.event(event))).isEqualTo("""
                {"kind":"status-update","taskId":"t","contextId":"c",\
                "status":{"state":"input-required","timestamp":"2026-01-02T02:04:05.678Z"},"final":true}""");
        assertThat(JsonText.write(CURRENT.event(event))).isEqualTo("""
                {"statusUpdate":{"taskId":"t","contextId":"c",\
                "status":{"state":"TASK_STATE_INPUT_REQUIRED","timestamp":"2026-01-02T02:04:05.678Z"}}}""");
    }

    @Test
    void aMessageLooksAsThePublishedLibrariesWriteIt() {
        String legacy = """
                {"message":{"kind":"message","messageId":"m","role":"user","parts":[{"kind":"text","text":"Why?"},\
                {"kind":"file","file":{"uri":"https://x/y","name":"y","mimeType":"text/plain"}}]},\
                "configuration":{"blocking":false}}""";
        String current = """
                {"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"Why?"},\
                {"url":"https://x/y","filename":"y","mediaType":"text/plain"}]},\
                "configuration":{"returnImmediately":true}}""";

        A2aRequest request = LEGACY.request(RpcRequest.of(1, "message/send", json(legacy)));

        assertThat(JsonText.write(LEGACY.parameters(request))).isEqualTo(legacy);
        assertThat(JsonText.write(CURRENT.parameters(request))).isEqualTo(current);
        assertThat(CURRENT.request(RpcRequest.of(1, "SendMessage", json(current)))).isEqualTo(request);
        assertThat(((A2aRequest.SendMessage) request).message().text()).isEqualTo("Why?");
    }

    @Test
    void nullFieldsCountAsAbsentAndThoseOfUsersAreKept() {
        A2aRequest request = LEGACY.request(RpcRequest.of(1, "message/send", json("""
                {"message":{"kind":"message","messageId":"m","role":"user","taskId":null,"metadata":{"a":null},
                 "parts":[{"kind":"data","data":{"b":null}}]},"configuration":null}""")));

        A2aRequest.SendMessage send = (A2aRequest.SendMessage) request;
        assertThat(send.message().links().taskId()).isNull();
        assertThat(send.message().metadata().fields()).containsKey("a");
        assertThat(send.message().parts().getFirst().content())
                .isEqualTo(new A2aPart.Data(json("{\"b\":null}")));
    }

    @Test
    void partsOfUnknownKindsAreKept() {
        String part = "{\"kind\":\"hologram\",\"cube\":1}";
        var message = ((A2aRequest.SendMessage) LEGACY.request(RpcRequest.of(1, "message/send", json("""
                {"message":{"messageId":"m","role":"agent","parts":[%s]}}""".formatted(part))))).message();

        assertThat(message.parts().getFirst().content()).isEqualTo(new A2aPart.Unknown("hologram",
                (JsonValue.Obj) json(part)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "message/send | {} | message is missing",
        "message/send | {\"message\":{\"messageId\":\"m\",\"role\":\"boss\",\"parts\":[]}} | message.role",
        "message/send | {\"message\":{\"messageId\":\"m\",\"role\":\"user\",\"parts\":[]}} | at least one part",
        "message/send | {\"message\":{\"messageId\":\" \",\"role\":\"user\",\"parts\":[]}} | message.messageId",
        "message/send | {\"message\":{\"messageId\":\"m\",\"role\":\"user\",\"parts\":[{\"text\":\"x\"}]}} | parts[0].kind",
        "message/send | {\"message\":{\"messageId\":\"m\",\"role\":\"user\",\"parts\":[7]}} | parts[0]",
        "tasks/get | {\"id\":7} | id must be a text",
        "tasks/get | {\"id\":\"x\",\"historyLength\":-1} | historyLength",
        "tasks/get | [] | params must be an object",
        "tasks/pushNotificationConfig/set | {\"taskId\":\"t\",\"url\":\"u\"} | pushNotificationConfig is missing"})
    void badParametersAreRefusedByName(String method, String params, String named) {
        assertThatExceptionOfType(A2aException.class)
                .isThrownBy(() -> LEGACY.request(RpcRequest.of(1, method, json(params))))
                .withMessageContaining(named)
                .satisfies(refused -> assertThat(refused.code()).isEqualTo(A2aErrorCode.INVALID_PARAMS));
    }

    @Test
    void aPartWithTwoContentsIsRefused() {
        assertThatExceptionOfType(A2aException.class).isThrownBy(() -> CURRENT.request(RpcRequest.of(1, "SendMessage",
                json("{\"message\":{\"messageId\":\"m\",\"role\":\"ROLE_USER\",\"parts\":[{\"text\":\"a\",\"url\":\"b\"}]}}"))))
                .withMessageContaining("message.parts[0].url").withMessageContaining("absent beside text");
    }

    @Test
    void aMethodOfTheOtherVersionIsUnknownWithARemedy() {
        assertThatExceptionOfType(A2aException.class)
                .isThrownBy(() -> LEGACY.request(RpcRequest.of(1, "SendMessage", json("{}"))))
                .withMessageContaining("\nMaybe send the header A2A-Version: 1.0.")
                .satisfies(refused -> assertThat(refused.code()).isEqualTo(A2aErrorCode.METHOD_NOT_FOUND));
        assertThatExceptionOfType(A2aException.class)
                .isThrownBy(() -> LEGACY.method(new A2aRequest.ListTasks(
                        new A2aRequest.TaskFilter(null, A2aTaskState.WORKING, null), A2aRequest.PageRequest.FIRST,
                        null, false)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\"}]", "7", "{}",
        "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"x\"}", "{\"jsonrpc\":\"2.0\",\"id\":1}",
        "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"x\"}", "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"x\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}", "{\"jsonrpc\":\"2.0\",\"id\":1e400,\"method\":\"x\"}"})
    void bodiesThatAreNoRequestAreRefused(String body) {
        assertThatExceptionOfType(A2aException.class).isThrownBy(() -> RpcRequest.of(json(body)))
                .satisfies(refused -> assertThat(refused.code()).isEqualTo(A2aErrorCode.INVALID_REQUEST));
    }

    @Test
    void anErrorOfVersion10NamesItsReason() {
        assertThat(JsonText.write(RpcResponse.failure(A2aVersion.V1_0, JsonValue.of(1), A2aErrorCode.TASK_NOT_FOUND,
                "no"))).isEqualTo("""
                {"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"no","data":[\
                {"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TASK_NOT_FOUND",\
                "domain":"a2a-protocol.org"}]}}""");
        assertThat(RpcResponse.of(json("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-1,\"message\":\"m\"}}")))
                .isEqualTo(new RpcResponse.Failure(JsonValue.ofNull(), -1, "m"));
        assertThat(RpcResponse.of(json("{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":null}")))
                .isEqualTo(new RpcResponse.Result(JsonValue.of(4), JsonValue.ofNull()));
        assertThatIllegalArgumentException().isThrownBy(() -> RpcResponse.of(json("{\"jsonrpc\":\"2.0\",\"id\":4}")));
    }

    @Test
    void versionsOfHeadersAreRead() {
        assertThat(A2aVersion.of(null)).hasValue(A2aVersion.V0_3);
        assertThat(A2aVersion.of(" ")).hasValue(A2aVersion.V0_3);
        assertThat(A2aVersion.of("0.3.7")).hasValue(A2aVersion.V0_3);
        assertThat(A2aVersion.of("1.0.1")).hasValue(A2aVersion.V1_0);
        assertThat(List.of("1", "1.1", "2.0", "1.00", "1.0.x", "v1.0")).allSatisfy(
                other -> assertThat(A2aVersion.of(other)).isEmpty());
    }

    private static JsonValue json(String text) {
        return JsonText.read(text);
    }

    private static JsonValue wired(JsonValue value) {
        return JsonText.read(JsonText.write(value));
    }
}
