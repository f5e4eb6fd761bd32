package dev.waggle.swarm.selection;
public record WorkspaceConfig() { public static WorkspaceConfig defaults() { return new WorkspaceConfig(); } }
