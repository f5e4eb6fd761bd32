package dev.waggle.connect.a2a.protocol;

/** Push target of one task. */
public record A2aPushConfig(String taskId, A2aPushTarget target) {}
