package dev.waggle.swarm.reaction.reply;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.swarm.reaction.reply.word.NameKey;

/**
 * Name of a call that a model wrote as text around its reply. A reply may be written as a call of the reply itself, of
 * the type of a signal, or of a function that only prints. A call of any other tool is no reply.
 */
final class CallName {

    /** At most this many characters before a value are searched for a name. */
    private static final int MAX_LEAD = 400;

    private static final Set<String> PRINTING = Set.of("callback", "cb", "jsonp", "print", "println", "log", "return",
            "dumps", "loads", "parse", "stringify", "dict", "list", "str", "main", "repr", "echo", "puts", "user",
            "assistant");

    private static final Pattern OF_REPLY = Pattern.compile(
            "reply|respon|answer|signal|submit|output|emit|final|json|finish|complet");

    private static final String NAME = "([\\p{L}\\p{N}_.:$/-]{1,80})";

    /** Places of a name before the arguments, in the forms of several models. */
    private static final Pattern PLACE = Pattern.compile("<\\s*(?:function|tool|invoke|tool_call|tool_name|name)"
            + "(?:=|\\s+name\\s*=)\\s*[\"']?" + NAME
            + "|<tool_call>\\s*" + NAME + "\\s*(?:<|$)"
            + "|<(?:tool_name|name)>\\s*" + NAME
            + "|(?m:^|\\n)\\s*\\**action\\**\\s*:\\**\\s*" + NAME
            + "|\\bto=(?:functions?\\.)?" + NAME
            + "|\\[tool_calls\\]\\s*" + NAME
            + "|tool▁sep｜>\\s*" + NAME
            + "|<\\|tool_call_begin\\|>\\s*(?:functions?\\.)?" + NAME
            + "|([A-Za-z0-9_.$]{1,80})\\(\\s*(?:[A-Za-z_]+\\s*=\\s*)?$", Pattern.CASE_INSENSITIVE);

    private static final Pattern CLOSING = Pattern.compile(
            "</(?:function|tool_call|invoke|tool)\\s*>|tool▁call▁end｜>|<\\|call\\|>|<\\|tool_call_end\\|>|observation:",
            Pattern.CASE_INSENSITIVE);

    private CallName() {}

    /** The name of the call that is open at the end of that text, without a namespace. */
    static Optional<String> before(String lead) {
        String near = lead.substring(Math.max(0, lead.length() - MAX_LEAD));
        Matcher closing = CLOSING.matcher(near);
        int from = 0;
        while (closing.find()) {
            from = closing.end();
        }
        Matcher place = PLACE.matcher(near.substring(from));
        String name = null;
        while (place.find()) {
            for (int i = 1; i <= place.groupCount(); i++) {
                name = place.group(i) == null ? name : place.group(i);
            }
        }
        return Optional.ofNullable(name).map(CallName::withoutNamespace);
    }

    static String withoutNamespace(String name) {
        String plain = name.endsWith(".call") ? name.substring(0, name.length() - ".call".length()) : name;
        plain = plain.replaceFirst(":\\d+$", "");
        int dot = Math.max(plain.lastIndexOf('.'), Math.max(plain.lastIndexOf('/'), plain.lastIndexOf(':')));
        return plain.substring(dot + 1);
    }

    /** True if a call of that name may hold a reply of that agent. */
    static boolean isOfReply(String name, String agent) {
        String plain = NameKey.plain(name);
        return PRINTING.contains(plain) || OF_REPLY.matcher(plain).find() || plain.equals(NameKey.plain(agent))
                || ReplyKind.of(name).isPresent();
    }
}
