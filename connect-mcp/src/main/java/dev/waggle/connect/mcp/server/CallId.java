package dev.waggle.connect.mcp.server;

/**
 * Id of a request, unique among the sessions.
 *
 * @param session the session, which the client cannot choose
 * @param request the id in it, a text or a number, which the client chose
 */
record CallId(String session, Object request) {}
