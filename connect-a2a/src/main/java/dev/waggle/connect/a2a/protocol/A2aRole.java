package dev.waggle.connect.a2a.protocol;

/** Side of a conversation that wrote a message. */
public enum A2aRole {
    USER,
    AGENT
}
