package dev.lockstep.harness;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Map;

/** An interface of which a test needs a few methods; others do what they do by default, if they do anything. */
public final class Stub {
    private Stub() {}

    /** What a method answers. */
    public interface Answer {
        /** With the method's arguments. */
        Object to(Object... arguments) throws Throwable;
    }

    /** By the methods' names. */
    public static <T> T of(Class<T> type, Map<String, Answer> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    Answer answer = answers.get(method.getName());
                    return answer == null
                            ? InvocationHandler.invokeDefault(self, method, arguments)
                            : answer.to(arguments == null ? new Object[0] : arguments);
                }));
    }
}
