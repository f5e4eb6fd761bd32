package dev.waggle.connect.a2a.codec;

import dev.waggle.connect.a2a.protocol.A2aRequest;
import dev.waggle.connect.a2a.protocol.A2aRequest.PageRequest;
import dev.waggle.connect.a2a.protocol.A2aRequest.TaskFilter;
import dev.waggle.connect.a2a.protocol.A2aSendOptions;
import dev.waggle.connect.a2a.protocol.A2aTaskState;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Codec of the parameters of requests. */
final class RequestCodec {

    private final boolean isLegacy;
    private final MessageCodec messages;
    private final TaskCodec tasks;
    private final PushCodec push;

    RequestCodec(A2aVersion version) {
        this.isLegacy = version == A2aVersion.V0_3;
        this.messages = new MessageCodec(version);
        this.tasks = new TaskCodec(version);
        this.push = new PushCodec(version);
    }

    A2aRequest read(A2aMethod method, JsonObjectReader in) {
        return switch (method) {
            case SEND -> send(in, false);
            case STREAM -> send(in, true);
            case GET -> new A2aRequest.GetTask(in.visibleText("id"), in.optionalInt("historyLength"));
            case LIST -> list(in);
            case CANCEL -> new A2aRequest.CancelTask(in.visibleText("id"), WireTree.metadata(in));
            case SUBSCRIBE -> new A2aRequest.SubscribeTask(in.visibleText("id"));
            case SET_PUSH -> new A2aRequest.SetPushConfig(push.config(in));
            case GET_PUSH -> new A2aRequest.GetPushConfig(in.visibleText(taskId()),
                    isLegacy ? WireTree.optionalText(in, configId()) : in.visibleText(configId()));
            case LIST_PUSH -> new A2aRequest.ListPushConfigs(in.visibleText(taskId()),
                    isLegacy ? PageRequest.FIRST : page(in));
            case DELETE_PUSH -> new A2aRequest.DeletePushConfig(in.visibleText(taskId()), in.visibleText(configId()));
            case EXTENDED_CARD -> new A2aRequest.GetExtendedCard();
        };
    }

    JsonValue.Obj write(A2aRequest request) {
        JsonObjectBuilder to = new JsonObjectBuilder();
        switch (request) {
            case A2aRequest.SendMessage send -> send(to, send);
            case A2aRequest.GetTask get -> WireTree.add(to.with("id", get.id()), "historyLength", get.historyLength());
            case A2aRequest.ListTasks list -> list(to, list);
            case A2aRequest.CancelTask cancel ->
                WireTree.add(to.with("id", cancel.id()), "metadata", cancel.metadata());
            case A2aRequest.SubscribeTask subscribe -> to.with("id", subscribe.id());
            case A2aRequest.SetPushConfig set -> to.withAll(push.config(set.config()));
            case A2aRequest.GetPushConfig get ->
                to.with(taskId(), get.taskId()).withPresent(configId(), get.id());
            case A2aRequest.ListPushConfigs list -> {
                to.with(taskId(), list.taskId());
                if (!isLegacy) {
                    page(to, list.page());
                }
            }
            case A2aRequest.DeletePushConfig delete ->
                to.with(taskId(), delete.taskId()).with(configId(), delete.id());
            case A2aRequest.GetExtendedCard ignored -> {}
        }
        return to.json();
    }

    /** Name of the task's id in requests about push targets. */
    private String taskId() {
        return isLegacy ? "id" : "taskId";
    }

    private String configId() {
        return isLegacy ? "pushNotificationConfigId" : "id";
    }

    private A2aRequest send(JsonObjectReader in, boolean isStreaming) {
        JsonObjectReader options = in.optionalObject("configuration");
        return new A2aRequest.SendMessage(messages.message(in.object("message")),
                options == null ? A2aSendOptions.DEFAULTS : options(options), WireTree.metadata(in), isStreaming);
    }

    private A2aSendOptions options(JsonObjectReader in) {
        Boolean isBlocking = in.optionalFlag(isLegacy ? "blocking" : "returnImmediately");
        JsonObjectReader target = in.optionalObject(target());
        return in.build(() -> new A2aSendOptions(in.optionalTexts("acceptedOutputModes"),
                in.optionalInt("historyLength"), isBlocking == null || isBlocking == isLegacy,
                target == null ? null : push.target(target)));
    }

    private String target() {
        return isLegacy ? "pushNotificationConfig" : "taskPushNotificationConfig";
    }

    private void send(JsonObjectBuilder to, A2aRequest.SendMessage send) {
        JsonObjectBuilder options = new JsonObjectBuilder();
        WireTree.add(options, "acceptedOutputModes", send.options().acceptedOutputModes());
        WireTree.add(options, "historyLength", send.options().historyLength());
        options.with(isLegacy ? "blocking" : "returnImmediately", send.options().isBlocking() == isLegacy);
        if (send.options().pushTarget() != null) {
            options.with(target(), push.target(send.options().pushTarget()));
        }
        to.with("message", messages.message(send.message())).with("configuration", options.json());
        WireTree.add(to, "metadata", send.metadata());
    }

    private A2aRequest list(JsonObjectReader in) {
        A2aTaskState state = in.optionalOneOf("status", A2aTaskState.values(), tasks::word);
        return new A2aRequest.ListTasks(
                new TaskFilter(WireTree.optionalText(in, "contextId"), state == A2aTaskState.UNKNOWN ? null : state,
                        TaskCodec.time(in, "statusTimestampAfter")),
                page(in), in.optionalInt("historyLength"), WireTree.flag(in, "includeArtifacts"));
    }

    private void list(JsonObjectBuilder to, A2aRequest.ListTasks list) {
        TaskFilter filter = list.filter();
        to.withPresent("contextId", filter.contextId())
                .withPresent("status", filter.state() == null ? null : tasks.word(filter.state()))
                .withPresent("statusTimestampAfter", TaskCodec.text(filter.changedSince()));
        page(to, list.page());
        WireTree.add(to, "historyLength", list.historyLength());
        to.with("includeArtifacts", list.hasArtifacts());
    }

    private static PageRequest page(JsonObjectReader in) {
        Integer size = in.optionalInt("pageSize");
        return new PageRequest(size == null || size == 0 ? null : size, WireTree.optionalText(in, "pageToken"));
    }

    private static void page(JsonObjectBuilder to, PageRequest page) {
        @Nullable Integer size = page.size();
        WireTree.add(to, "pageSize", size);
        to.withPresent("pageToken", page.token());
    }
}
