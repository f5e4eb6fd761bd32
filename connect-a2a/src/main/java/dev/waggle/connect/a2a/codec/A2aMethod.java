package dev.waggle.connect.a2a.codec;

import java.util.Optional;

import dev.waggle.connect.a2a.protocol.A2aRequest;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import org.jspecify.annotations.Nullable;

/** Methods of the protocol by their names in both versions. */
enum A2aMethod {

    SEND("SendMessage", "message/send"),
    STREAM("SendStreamingMessage", "message/stream"),
    GET("GetTask", "tasks/get"),
    LIST("ListTasks", null),
    CANCEL("CancelTask", "tasks/cancel"),
    SUBSCRIBE("SubscribeToTask", "tasks/resubscribe"),
    SET_PUSH("CreateTaskPushNotificationConfig", "tasks/pushNotificationConfig/set"),
    GET_PUSH("GetTaskPushNotificationConfig", "tasks/pushNotificationConfig/get"),
    LIST_PUSH("ListTaskPushNotificationConfigs", "tasks/pushNotificationConfig/list"),
    DELETE_PUSH("DeleteTaskPushNotificationConfig", "tasks/pushNotificationConfig/delete"),
    EXTENDED_CARD("GetExtendedAgentCard", "agent/getAuthenticatedExtendedCard");

    private final String current;
    private final @Nullable String legacy;

    A2aMethod(String current, @Nullable String legacy) {
        this.current = current;
        this.legacy = legacy;
    }

    /** Name in a version, or null if the version lacks the method. */
    @Nullable String name(A2aVersion version) {
        return version == A2aVersion.V0_3 ? legacy : current;
    }

    static Optional<A2aMethod> of(A2aVersion version, String name) {
        for (A2aMethod method : values()) {
            if (name.equals(method.name(version))) {
                return Optional.of(method);
            }
        }
        return Optional.empty();
    }

    static A2aMethod of(A2aRequest request) {
        return switch (request) {
            case A2aRequest.SendMessage send -> send.isStreaming() ? STREAM : SEND;
            case A2aRequest.GetTask ignored -> GET;
            case A2aRequest.ListTasks ignored -> LIST;
            case A2aRequest.CancelTask ignored -> CANCEL;
            case A2aRequest.SubscribeTask ignored -> SUBSCRIBE;
            case A2aRequest.SetPushConfig ignored -> SET_PUSH;
            case A2aRequest.GetPushConfig ignored -> GET_PUSH;
            case A2aRequest.ListPushConfigs ignored -> LIST_PUSH;
            case A2aRequest.DeletePushConfig ignored -> DELETE_PUSH;
            case A2aRequest.GetExtendedCard ignored -> EXTENDED_CARD;
        };
    }
}
