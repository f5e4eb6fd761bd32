package dev.waggle.swarm.selection;
public record SelectionConfig() { public static SelectionConfig defaults() { return new SelectionConfig(); } }
